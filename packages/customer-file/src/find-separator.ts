import { parse } from 'csv-parse/sync';
import { columns } from './columns.ts';
import { separatorNames, separators, type SeparatorName } from './separator.ts';

/** A spreadsheet's first line that names the separator. */
const naming = /^"?sep=([,;\t|])"?[,;\t|]*$/i;

/** The first line with text. */
const firstLine = (text: string): string => /\S[^\n]*/.exec(text)?.[0] ?? '';

/** The names of the header, as they are compared; none when the line is no header. */
const namesIn = (line: string, delimiter: string): readonly string[] => {
  try {
    const parsed = parse(line, { delimiter, trim: true, relax_quotes: true, relax_column_count: true });
    return (parsed[0] ?? []).map((name) => name.toLowerCase());
  } catch {
    return [];
  }
};

export interface Separated {
  readonly separator: SeparatorName;
  /** Without the line that names the separator; lines keep their numbers. */
  readonly text: string;
}

const known = new Set<string>(columns);

/**
 * The separator with which the header has the most names that are known, and of those the most names.
 * @param text with `\n` as line end
 */
export const findSeparator = (text: string, asked: SeparatorName | null): Separated => {
  const line = firstLine(text);
  const named = naming.exec(line.trimEnd())?.[1];
  if (named !== undefined) {
    const separator = separatorNames.find((name) => separators[name] === named) ?? 'comma';
    return { separator: asked ?? separator, text: text.replace(line, '') };
  }
  const found = separatorNames
    .map((name) => ({ name, names: namesIn(line, separators[name]) }))
    .map(({ name, names }) => ({ name, known: names.filter((one) => known.has(one)).length, all: names.length }))
    .reduce((best, one) => (one.known > best.known || (one.known === best.known && one.all > best.all) ? one : best));
  return { separator: asked ?? found.name, text };
};
