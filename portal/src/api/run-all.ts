/**
 * Carries out an act on each of several records, one after the other.
 * @param onResult called with each record's end; null: it was carried out
 * @param signal ends it before the next record
 */
export const runAll = async (
  ids: readonly string[],
  act: (id: string) => Promise<unknown>,
  onResult: (id: string, error: unknown) => void,
  signal: AbortSignal,
): Promise<void> => {
  for (const id of ids) {
    if (signal.aborted) return;
    try {
      await act(id);
      onResult(id, null);
    } catch (error) {
      onResult(id, error);
    }
  }
};
