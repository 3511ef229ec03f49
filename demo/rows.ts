import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import type { CustomerRow } from './customers.ts';

export interface Row {
  /** The line in the file where it begins, from 1. */
  readonly line: number;
  readonly customer: CustomerRow;
}

/** The row's external customer id; empty when it has none. */
export const idOf = (row: Row): string => row.customer.external_customer_id?.trim() ?? '';

export interface CustomerFile {
  readonly rows: readonly Row[];
  /** The hash of the file's content. */
  readonly fingerprint: string;
}

const records = z.array(z.object({ record: z.array(z.string()), info: z.object({ bytes: z.number() }) }));

const columns = ['external_customer_id', 'customer_name', 'customer_email', 'customer_phone'] as const;

/** An empty cell leaves the field out, so that the service keeps its value. */
const customerOf = (record: Readonly<Record<string, string>>): CustomerRow => {
  const filled = Object.entries(record).filter(([name, cell]) => name !== '' && cell.trim() !== '');
  const known = new Set<string>(columns);
  const metadata = Object.fromEntries(filled.filter(([name]) => !known.has(name)));
  return { ...Object.fromEntries(filled.filter(([name]) => known.has(name))), metadata };
};

const lineBreaks = (text: string): number => text.match(/\r\n|\r|\n/g)?.length ?? 0;

interface Line {
  readonly line: number;
  readonly cells: readonly string[];
}

/** The reader's own count counts a Windows line end within quotes as two lines. */
const readLines = (content: Buffer): Line[] => {
  const options = { bom: true, info: true, skip_empty_lines: true, relax_column_count: true } as const;
  const parsed: unknown = parse(content, options);
  let line = 1;
  let end = 0;
  return records.parse(parsed).map(({ record: cells, info }) => {
    const text = content.toString('utf8', end, info.bytes);
    end = info.bytes;
    const [emptyLines = ''] = /^[\r\n]*/.exec(text) ?? [];
    const begins = line + lineBreaks(emptyLines);
    line += lineBreaks(text);
    return { line: begins, cells };
  });
};

/** The customers of a CSV file. Columns that are not fields of a customer become metadata. */
export const readCustomerFile = (file: string): CustomerFile => {
  const content = readFileSync(file);
  const [head, ...lines] = readLines(content);
  return {
    rows: lines.map(({ line, cells }) => ({
      line,
      customer: customerOf(Object.fromEntries(cells.map((cell, column) => [head?.cells[column] ?? '', cell]))),
    })),
    fingerprint: createHash('sha256').update(content).digest('hex').slice(0, 16),
  };
};
