/** A rule that a field breaks. */
interface FieldProblem {
  /** The field, by its name in the interface. */
  readonly field: string;
  readonly rule: string;
}

/** What the service says is wrong with the fields of a form. */
export const fieldProblems = (code: string, details: unknown): readonly FieldProblem[] => {
  if (code !== 'validation_failed' || !Array.isArray(details)) return [];
  const found: readonly unknown[] = details;
  return found.flatMap((detail) => {
    if (typeof detail !== 'object' || detail === null) return [];
    const { path, rule }: { path?: unknown; rule?: unknown } = detail;
    if (typeof path !== 'string' || typeof rule !== 'string') return [];
    return [{ field: path.replace(/^changes\./, ''), rule }];
  });
};
