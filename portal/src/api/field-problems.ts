/** What the service says is wrong with the fields of a form, by their names in the interface. */
export const fieldProblems = (code: string, details: unknown): ReadonlyMap<string, string> => {
  const problems = new Map<string, string>();
  if (code !== 'validation_failed' || !Array.isArray(details)) return problems;
  const found: readonly unknown[] = details;
  for (const detail of found) {
    if (typeof detail !== 'object' || detail === null) continue;
    const { path, message }: { path?: unknown; message?: unknown } = detail;
    if (typeof path === 'string' && typeof message === 'string') problems.set(path.replace(/^changes\./, ''), message);
  }
  return problems;
};
