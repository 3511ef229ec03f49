/** Reads declarations from Python sources in the form in which the project's formatter leaves them. */

/** A statement on one line, and its depth of indentation. */
export interface Statement {
  readonly depth: number;
  readonly text: string;
}

const string = /"""[^]*?"""|'''[^]*?'''|[rbf]*"(?:[^"\\\n]|\\.)*"|[rbf]*'(?:[^'\\\n]|\\.)*'/;
const token = new RegExp(`${string.source}|#[^\\n]*|[([{]|[)\\]}]|\\n|[^"'#([{)\\]}\\n]+|.`, 'gu');

/** The statements of a source: without comments, and what brackets hold together on one line. */
export const statementsOf = (source: string): readonly Statement[] => {
  const lines: string[] = [];
  let [line, depth] = ['', 0];
  for (const [part] of source.matchAll(token)) {
    if (part.startsWith('#')) continue;
    if (/^[([{]$/.test(part)) depth += 1;
    if (/^[)\]}]$/.test(part)) depth -= 1;
    if (part === '\n' && depth === 0) {
      lines.push(line);
      line = '';
    } else line += part.startsWith('"""') ? '""' : part === '\n' ? ' ' : part;
  }
  return [...lines, line]
    .filter((one) => one.trim() !== '')
    .map((one) => ({
      depth: one.search(/\S/) / 4,
      text: one
        .trim()
        .replaceAll(/\s+/g, ' ')
        .replaceAll(/([([{]) | (?=[)\]}])/g, '$1')
        .replaceAll(/,(?=[)\]}])/g, ''),
    }));
};

/** A statement with those within it. */
export interface Block {
  readonly text: string;
  readonly inner: readonly Block[];
}

export const blocksOf = (statements: readonly Statement[], depth = 0): readonly Block[] => {
  const starts = statements.flatMap((one, index) => (one.depth === depth ? [index] : []));
  return starts.map((start, index) => ({
    text: statements[start]?.text ?? '',
    inner: blocksOf(statements.slice(start + 1, starts[index + 1]), depth + 1),
  }));
};
