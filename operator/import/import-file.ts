import { Argument, Option } from 'commander';
import { z } from 'zod';
import { pack } from '../../lambdas/kernel/pack.ts';
import type { FileRow } from '../../packages/customer-file/src/read-rows.ts';
import { separatorNames } from '../../packages/customer-file/src/separator.ts';
import { describe, type CommandInput, type LongWork } from '../description.ts';
import { Failure } from '../failure.ts';
import { partnerId } from '../fields.ts';
import { card, table } from '../layout.ts';
import type { Stage } from '../stage.ts';
import { encodingOption, fillOption, separatorOption } from './file-options.ts';
import { readCustomerFile } from './read-file.ts';

const countNames = ['total', 'created', 'updated', 'unchanged', 'failed'] as const;
const counts = z.object({ created: z.number(), updated: z.number(), unchanged: z.number(), failed: z.number() });
const failures = z.array(
  z.object({
    index: z.number(),
    external_customer_id: z.string().nullable(),
    code: z.string(),
    details: z.unknown(),
  }),
);
const answer = z.object({
  import: counts.extend({ id: z.string(), status: z.enum(['running', 'completed', 'failed']), total: z.number() }),
  failures,
});
const dryAnswer = z.object({ foreseen: counts.extend({ total: z.number() }), failures });

const failedRow = z.object({
  line: z.number(),
  external_customer_id: z.string().nullable(),
  code: z.string(),
  reason: z.string(),
});

/** How the file was read. */
const fileRead = z.object({ encoding: z.string(), separator: z.enum(separatorNames), rows: z.number() });

/** The imports of a file; `lines` are the lines of the rows of one that runs. */
const ofFile = z.object({
  partner_id: z.string(),
  file: fileRead.nullable(),
  imports: z.array(answer.shape.import.extend({ lines: z.array(z.number()) })),
  /** Of a dry run. */
  foreseen: dryAnswer.shape.foreseen.nullable(),
  failed_rows: z.array(failedRow),
});
type Imported = z.infer<typeof ofFile>;

const reasonOf = (details: unknown): string => {
  const problems = z.array(z.object({ message: z.string() })).safeParse(details).data;
  return problems === undefined ? JSON.stringify(details) : problems.map(({ message }) => message).join('; ');
};

/** @param lineOf the line, or another number, of a row by its index */
const failedRows = (failed: z.infer<typeof failures>, lineOf: (index: number) => number): z.infer<typeof failedRow>[] =>
  failed.map(({ index, external_customer_id, code, details }) => ({
    line: lineOf(index),
    external_customer_id,
    code,
    reason: reasonOf(details),
  }));

/** The answer about one import in the form of a file, with indexes of rows instead of lines. */
const ofImport = answer.transform((it): Imported => ({
  partner_id: '',
  file: null,
  imports: [{ ...it.import, lines: [] }],
  foreseen: null,
  failed_rows: failedRows(it.failures, (index) => index),
}));
const imported = z.union([ofFile, ofImport]);

/** The limits of one call. */
const mostRows = 1_000;
const mostBytes = 1_000_000;

const partsOf = (rows: readonly FileRow[]): readonly (readonly FileRow[])[] =>
  pack(rows, ({ fields }) => Buffer.byteLength(JSON.stringify(fields)) + 1, mostBytes, mostRows);

const input = z.object({
  file: z.string(),
  partner: z.string(),
  encoding: z.string().nullable().default(null),
  separator: z.enum(separatorNames).nullable().default(null),
  fill_short_rows: z.boolean().default(false),
  dry_run: z.boolean().default(false),
});

type Part = readonly FileRow[];
const linesOf = (part: Part): number[] => part.map(({ line }) => line);
const customersOf = (part: Part) => part.map(({ fields }) => fields);

/** The failure of a part, with the imports of the parts before it, which go on. */
const afterSome = (error: unknown, begun: Imported['imports'], parts: number): unknown => {
  if (!(error instanceof Failure) || begun.length === 0) return error;
  const ids = begun.map(({ id }) => id).join(', ');
  const message = `part ${begun.length + 1} of ${parts}: ${error.message}. The imports of the parts before it were begun: ${ids}`;
  return new Failure(error.kind, error.code, message, { next: error.next, details: error.details, cause: error });
};

/** A repetition of the command leaves what was imported unchanged. */
const importParts = async (stage: Stage, partner: string, parts: readonly Part[]) => {
  const imports: Imported['imports'] = [];
  for (const part of parts) {
    const given = { partner_id: partner, customers: customersOf(part) };
    const outcome = await stage.run('customers import', given).catch((error: unknown): never => {
      throw afterSome(error, imports, parts.length);
    });
    imports.push({ ...answer.parse(outcome).import, lines: linesOf(part) });
  }
  return { imports, foreseen: null, failed_rows: [] };
};

/** Each part is calculated without the others: a new customer with rows in two parts counts as created twice. */
const previewParts = async (stage: Stage, partner: string, parts: readonly Part[]) => {
  const foreseen = { total: 0, created: 0, updated: 0, unchanged: 0, failed: 0 };
  const failed: Imported['failed_rows'] = [];
  for (const part of parts) {
    const given = { partner_id: partner, dry_run_customers: customersOf(part) };
    const outcome = dryAnswer.parse(await stage.run('customers import', given));
    for (const name of countNames) foreseen[name] += outcome.foreseen[name];
    failed.push(...failedRows(outcome.failures, (index) => part[index]?.line ?? 0));
  }
  return { imports: [], foreseen, failed_rows: failed };
};

/** Sends all rows, once the whole file could be read. */
const send = async (stage: Stage, given: CommandInput) => {
  const { file, partner, fill_short_rows: fillShortRows, dry_run: isDryRun, ...options } = input.parse(given);
  const { rows, encoding, separator } = await readCustomerFile(file, { ...options, fillShortRows });
  const carryOut = isDryRun ? previewParts : importParts;
  const outcome = await carryOut(stage, partner, partsOf(rows));
  return { partner_id: partner, file: { encoding, separator, rows: rows.length }, ...outcome };
};

const joined = (before: Imported, { imports: [latest], failed_rows: rows }: Imported): Imported => {
  const known = before.imports.find(({ id }) => id === latest?.id);
  if (known === undefined || latest === undefined) return before;
  const isOver = latest.status !== 'running';
  const next = { ...latest, lines: isOver ? [] : known.lines };
  const failed = rows.map((row) => ({ ...row, line: known.lines[row.line] ?? 0 }));
  return {
    ...before,
    imports: before.imports.map((one) => (one.id === latest.id ? next : one)),
    failed_rows: isOver ? [...before.failed_rows, ...failed] : before.failed_rows,
  };
};

const sumOf = ({ imports, foreseen }: Imported, name: (typeof countNames)[number]): number =>
  imports.reduce((sum, one) => sum + one[name], foreseen?.[name] ?? 0);

const width = 30;

/** A bar of the rows that are done. */
const progress = (result: Imported): string => {
  const total = sumOf(result, 'total');
  const done = (['created', 'updated', 'unchanged', 'failed'] as const).reduce(
    (sum, name) => sum + sumOf(result, name),
    0,
  );
  const full = total === 0 ? 0 : Math.round((done / total) * width);
  return `[${'#'.repeat(full)}${'.'.repeat(width - full)}] ${done} of ${total} rows`;
};

const runningOf = ({ imports }: Imported) => imports.find(({ status }) => status === 'running');

const long: LongWork<Imported> = {
  next: (result) => {
    const running = runningOf(result);
    if (running === undefined) return null;
    return { name: 'customers import-progress', input: { partner_id: result.partner_id, import_id: running.id } };
  },
  join: joined,
  progress,
  pause: 500,
  failure: ({ imports, failed_rows: rows }) => {
    if (imports.some(({ status }) => status === 'failed')) return 'some rows were not imported; run the command again';
    return rows.length === 0 ? null : `${rows.length} rows were not imported; the result says why`;
  },
};

const shown = (result: Imported, place: 'Line' | 'Index'): string =>
  card({
    ...(result.file !== null && { Encoding: result.file.encoding, Separator: result.file.separator }),
    Rows: sumOf(result, 'total'),
    Created: sumOf(result, 'created'),
    Updated: sumOf(result, 'updated'),
    Unchanged: sumOf(result, 'unchanged'),
    Failed: sumOf(result, 'failed'),
    ...(result.foreseen !== null && { 'Dry run': 'nothing was imported; this is what an import would do now' }),
    ...(runningOf(result) !== undefined && { Running: 'the rest is imported in the background' }),
  }) +
  (result.failed_rows.length === 0
    ? ''
    : `\n\n${table(
        [place, 'External ID', 'Code', 'Reason'],
        result.failed_rows.map((row) => [row.line, row.external_customer_id, row.code, row.reason]),
        '',
      )}`);

export const importFile = describe({
  name: 'customers import',
  summary: 'Import customers from a CSV file, and show the progress to the end',
  arguments: [
    new Argument(
      '<file>',
      'CSV with a header: external_customer_id, customer_name, customer_email, customer_phone, metadata',
    ),
  ],
  options: [
    new Option('--partner <id>', 'the partner').makeOptionMandatory(),
    encodingOption(),
    separatorOption(),
    fillOption(),
    new Option('--dry-run', 'read and check the file, show what the import would do, and import nothing'),
  ],
  examples: [
    ['customers import customers.csv --partner PARTNER-ID', 'an empty cell leaves its field unchanged'],
    ['customers import customers.csv --partner PARTNER-ID --dry-run', 'look first; imports nothing'],
    [
      'customers import customers.csv --partner PARTNER-ID --encoding windows-1252 --separator semicolon',
      'a file of an older spreadsheet',
    ],
    ['customers import customers.csv --partner PARTNER-ID --no-wait', 'do not wait for the end'],
  ],
  result: imported,
  ask: send,
  show: (result) => shown(result, 'Line'),
  long,
});

export const importProgress = describe({
  name: 'customers import-progress',
  summary: 'Show the progress of one import, and its rows that failed by their index, from 0',
  arguments: [partnerId(), new Argument('<import-id>', 'the import ID, from the audit trail')],
  examples: [['customers import-progress PARTNER-ID IMPORT-ID', 'how far an import is']],
  result: imported,
  show: (result) => shown(result, 'Index'),
});
