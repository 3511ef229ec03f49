import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { columns } from './columns.ts';

/** By the names of the option. */
export const separators = { comma: ',', semicolon: ';', tab: '\t', bar: '|' } as const;
export type SeparatorName = keyof typeof separators;
export const separatorNames = ['comma', 'semicolon', 'tab', 'bar'] as const satisfies readonly SeparatorName[];

const records = z.array(z.array(z.string()));

/** A spreadsheet's first line that names the separator. */
const naming = /^"?sep=([,;\t|])"?[,;\t|]*$/i;

/** The first line with text. */
const firstLine = (text: string): string => /\S[^\n]*/.exec(text)?.[0] ?? '';

/** The names of the header, as they are compared; none when the line is no header. */
const namesIn = (line: string, delimiter: string): readonly string[] => {
  try {
    const parsed: unknown = parse(line, { delimiter, trim: true, relax_quotes: true, relax_column_count: true });
    return (records.parse(parsed)[0] ?? []).map((name) => name.toLowerCase());
  } catch {
    return [];
  }
};

export interface Separated {
  readonly separator: SeparatorName;
  /** Without the line that names the separator; lines keep their numbers. */
  readonly text: string;
}

/**
 * The separator with which the header has the most names that are known.
 * @param text with `\n` as line end
 */
export const findSeparator = (text: string, asked: SeparatorName | null): Separated => {
  const line = firstLine(text);
  const named = naming.exec(line.trimEnd())?.[1];
  if (named !== undefined) {
    const separator = separatorNames.find((name) => separators[name] === named) ?? 'comma';
    return { separator: asked ?? separator, text: text.replace(line, '') };
  }
  const known = new Set<string>(columns);
  const found = separatorNames
    .map((name) => ({ name, count: namesIn(line, separators[name]).filter((it) => known.has(it)).length }))
    .reduce((best, it) => (it.count > best.count ? it : best));
  return { separator: asked ?? found.name, text };
};
