const written = (cell: string): string =>
  /["\r\n,;\t|]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

/** A CSV file in UTF-8. Its byte order mark tells Excel the encoding. */
export const writeRows = (rows: readonly (readonly string[])[], separator: string): string =>
  `\ufeff${rows.map((cells) => `${cells.map(written).join(separator)}\r\n`).join('')}`;
