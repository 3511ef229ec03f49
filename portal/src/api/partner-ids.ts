const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** The partners that a refusal names which asks for `partner_id`. Empty when it asks for something else. */
export const partnersNamed = (details: unknown): readonly string[] => {
  if (!Array.isArray(details)) return [];
  const found: readonly unknown[] = details;
  return found.flatMap((detail) => {
    if (typeof detail !== 'object' || detail === null) return [];
    const { path, message }: { path?: unknown; message?: unknown } = detail;
    return path === 'partner_id' && typeof message === 'string' ? (message.match(uuid) ?? []) : [];
  });
};
