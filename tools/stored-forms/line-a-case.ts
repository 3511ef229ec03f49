const entryLines = (value: object): readonly string[] =>
  Array.isArray(value)
    ? value.map((entry) => JSON.stringify(entry))
    : Object.entries(value).map(([name, entry]) => `${JSON.stringify(name)}: ${JSON.stringify(entry)}`);

const member = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const lines = entryLines(value).map((line) => `\n    ${line}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return lines.length === 0 ? `${open}${close}` : `${open}${lines.join(',')}\n  ${close}`;
};

/** A JSON document in which each entry of a member takes one line, so that a diff shows whole cases. */
export const lineACase = (document: Readonly<Record<string, unknown>>): string =>
  `{\n${Object.entries(document)
    .map(([name, value]) => `  ${JSON.stringify(name)}: ${member(value)}`)
    .join(',\n')}\n}\n`;
