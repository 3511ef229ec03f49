import { brand } from './brand.ts';
import type { Client } from './client.ts';
import { tell } from './hook.ts';
import { checkFunctions, checkPause, type SendOptions } from './options.ts';
import { later, unlessAborted } from './pause.ts';
import type { Items, Routes } from './routes.ts';

export type ImportRow = Routes['import-partner-customers']['parameters']['customers'][number];

/** What became of the rows so far. */
export interface ImportSummary {
  /** The rows that are done. */
  readonly rows: number;
  /** All rows, as far as it is known: of an array, or as the caller says. */
  readonly total: number | null;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly failed: number;
  /** The rows of them that an earlier call with the same idempotency key had begun to import. */
  readonly replayed: number;
}

/** A row that failed; `index` is its place in the iterable, from 0. */
export type FailedImportRow = Items['get-partner-customer-import'];

export interface ImportOptions extends Pick<SendOptions, 'signal' | 'timeout' | 'callTimeout' | 'retry' | 'partnerId'> {
  /** How many rows an iterable has, for the progress. Default: the length of an array. */
  readonly total?: number;
  /** Is called after each look at an import. What it throws is ignored. */
  readonly onProgress?: (summary: ImportSummary) => void;
  /**
   * The beginning of the idempotency keys. With the same beginning and the same rows, a program that crashed imports nothing twice
   * within 24 hours. Default: a new one.
   */
  readonly idempotencyKey?: string;
  /** Milliseconds between two looks at an import that runs. Default: 500. */
  readonly pollInterval?: number;
  readonly wait?: (milliseconds: number, signal?: AbortSignal) => Promise<unknown>;
}

/** The service could not carry out an import. Its rows can be sent again. */
export class ImportFailed extends Error {
  static {
    brand(this, 'ImportFailed');
  }

  override readonly name = 'ImportFailed';
  readonly importId: string;

  constructor(importId: string) {
    super(`the import ${importId} failed`);
    this.importId = importId;
  }
}

/** The limits of one call. The rest of its body takes less than a kilobyte. */
const mostRows = 1_000;
const mostBytes = 1024 * 1024 - 1024;
/** Calls that are sent before the first of them has ended. */
const ahead = 4;

const encoder = new TextEncoder();

interface Running {
  readonly id: string;
  /** The place of its first row in the iterable. */
  readonly first: number;
  readonly replayed: boolean;
}

const nothing: ImportSummary = { rows: 0, total: null, created: 0, updated: 0, unchanged: 0, failed: 0, replayed: 0 };

type Counts = Pick<ImportSummary, 'created' | 'updated' | 'unchanged' | 'failed'>;

const plus = (
  sum: ImportSummary,
  { created, updated, unchanged, failed }: Counts,
  replayed: boolean,
): ImportSummary => {
  const rows = created + updated + unchanged + failed;
  return {
    ...sum,
    rows: sum.rows + rows,
    created: sum.created + created,
    updated: sum.updated + updated,
    unchanged: sum.unchanged + unchanged,
    failed: sum.failed + failed,
    replayed: sum.replayed + (replayed ? rows : 0),
  };
};

const lengthOf = (rows: Iterable<ImportRow> | AsyncIterable<ImportRow>): number | null =>
  Array.isArray(rows) ? rows.length : null;

interface Part {
  readonly first: number;
  readonly rows: readonly ImportRow[];
}

async function* partsOf(rows: Iterable<ImportRow> | AsyncIterable<ImportRow>): AsyncGenerator<Part, void> {
  let part: { first: number; rows: ImportRow[] } = { first: 0, rows: [] };
  let bytes = 0;
  for await (const row of rows) {
    const size = encoder.encode(JSON.stringify(row)).length + 1;
    if (part.rows.length === mostRows || (part.rows.length > 0 && bytes + size > mostBytes)) {
      yield part;
      part = { first: part.first + part.rows.length, rows: [] };
      bytes = 0;
    }
    part.rows.push(row);
    bytes += size;
  }
  if (part.rows.length > 0) yield part;
}

/**
 * Imports any number of customers, in calls of up to 1,000 rows, and follows the imports to their ends.
 * @returns yields the rows that failed, in their order, and returns the summary
 * @throws Refusal, ConnectionLost, ImportFailed
 */
export async function* importCustomers(
  client: Pick<Client, 'call'>,
  rows: Iterable<ImportRow> | AsyncIterable<ImportRow>,
  options: ImportOptions = {},
): AsyncGenerator<FailedImportRow, ImportSummary> {
  const { onProgress, pollInterval = 500, wait = later, total = lengthOf(rows), ...more } = options;
  const { idempotencyKey = crypto.randomUUID(), ...own } = more;
  checkPause('pollInterval', pollInterval);
  checkFunctions({ onProgress, wait });
  let summary: ImportSummary = { ...nothing, total };
  const running: Running[] = [];

  const read = (id: string, page: number) =>
    client.call('get-partner-customer-import', { import_id: id, page, page_size: 200 }, own);

  /** Waits for the end of the oldest import. */
  async function* followed(): AsyncGenerator<FailedImportRow, void> {
    const oldest = running.shift();
    if (oldest === undefined) return;
    const { id, first, replayed } = oldest;
    let { body } = await read(id, 1);
    for (; body.import.status === 'running'; { body } = await read(id, 1)) {
      tell(onProgress, plus(summary, body.import, replayed));
      await unlessAborted(wait(pollInterval, own.signal), own.signal);
    }
    if (body.import.status === 'failed') throw new ImportFailed(id);
    summary = plus(summary, body.import, replayed);
    tell(onProgress, summary);
    for (let page = 1; page <= body.pages; page += 1) {
      if (page > 1) ({ body } = await read(id, page));
      for (const row of body.items) yield { ...row, index: first + row.index };
    }
  }

  for await (const part of partsOf(rows)) {
    if (running.length === ahead) yield* followed();
    const { body, replayed } = await client.call(
      'import-partner-customers',
      { customers: [...part.rows] },
      { ...own, idempotencyKey: `${idempotencyKey}-${part.first}` },
    );
    running.push({ id: body.import.id, first: part.first, replayed });
  }
  while (running.length > 0) yield* followed();
  return summary;
}

/** The summary of a whole import, and the rows that failed. */
export interface ImportResult {
  readonly summary: ImportSummary;
  readonly failedRows: readonly FailedImportRow[];
}

/** Imports as `importCustomers` does, and waits for the end. @throws Refusal, ConnectionLost, ImportFailed */
export const importAllCustomers = async (...given: Parameters<typeof importCustomers>): Promise<ImportResult> => {
  const run = importCustomers(...given);
  const failedRows: FailedImportRow[] = [];
  for (;;) {
    const next = await run.next();
    if (next.done === true) return { summary: next.value, failedRows };
    failedRows.push(next.value);
  }
};
