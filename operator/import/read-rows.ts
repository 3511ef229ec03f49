import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';

/** A row of a file, with the line that it ends on. */
export interface FileRow {
  readonly line: number;
  readonly fields: Readonly<Record<string, unknown>>;
}

const columns = ['external_customer_id', 'customer_name', 'customer_email', 'customer_phone', 'metadata'] as const;

const records = z.array(
  z.object({ record: z.partialRecord(z.enum(columns), z.string()), info: z.object({ lines: z.number() }) }),
);

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** An empty cell leaves its field unchanged. */
const fieldsOf = (record: Readonly<Record<string, string | undefined>>): FileRow['fields'] =>
  Object.fromEntries(
    Object.entries(record).flatMap(([name, text]) =>
      text === undefined || text === '' ? [] : [[name, name === 'metadata' ? jsonOf(text) : text]],
    ),
  );

const headerOf = (names: readonly string[]): string[] => {
  const unknown = names.filter((name) => !columns.some((column) => column === name));
  if (unknown.length > 0) throw new Error(`the file has columns that are not known: ${unknown.join(', ')}`);
  for (const needed of columns.slice(0, 2)) {
    if (!names.includes(needed)) throw new Error(`the file has no column ${needed}`);
  }
  return [...names];
};

/** The rows of CSV. @throws Error when it is not CSV with these columns */
export const rowsOf = (text: string): readonly FileRow[] => {
  const parsed: unknown = parse(text, { bom: true, columns: headerOf, info: true, skip_empty_lines: true, trim: true });
  return records.parse(parsed).map(({ record, info }) => ({ line: info.lines, fields: fieldsOf(record) }));
};

export const readRows = async (file: string): Promise<readonly FileRow[]> => rowsOf(await readFile(file, 'utf8'));
