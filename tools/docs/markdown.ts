/** A table of Markdown; a bar inside a cell is escaped. */
export const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string => {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
};

export const code = (text: string): string => `\`${text}\``;

/** Words as code, with commas between; a dash for none. */
export const codes = (words: readonly string[]): string => (words.length === 0 ? '–' : words.map(code).join(', '));

/** Blocks with an empty line between them. */
export const page = (...blocks: readonly string[]): string => `${blocks.join('\n\n')}\n`;

export const generatedNote = 'Made by `npm run docs` from the code; a test compares them.';
