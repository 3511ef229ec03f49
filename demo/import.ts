import { importCustomers, type FailedImportRow, type ImportSummary } from '../packages/client/src/import-customers.ts';
import { z } from 'zod';
import type { Access, RetryingClient } from './access.ts';
import { upsertOf, type Customers } from './customers.ts';
import { chooseVictim, cutOffAndRepeat, reportCutOff, type CutOff } from './cut-off.ts';
import type { CustomerFile, Row } from './rows.ts';
import type { Screen } from './screen.ts';

export interface Import {
  readonly access: Access;
  readonly client: RetryingClient;
  readonly customers: Customers;
  readonly file: CustomerFile;
  readonly screen: Screen;
  readonly wait: (milliseconds: number) => Promise<unknown>;
}

const problems = z.array(z.object({ message: z.string() }));

/** Why a row was refused, in words. */
const reasonOf = ({ code, details }: FailedImportRow): string => {
  const broken = problems.safeParse(details);
  return broken.success ? broken.data.map(({ message }) => message).join('; ') : code;
};

const reportRefused = (screen: Screen, rows: readonly Row[], refused: readonly FailedImportRow[]): void => {
  if (refused.length === 0) return;
  screen.line('');
  screen.line('The rows that the service refused, and why:');
  screen.table(
    ['line', 'message'],
    refused.map((row) => [String(rows[row.index]?.line), reasonOf(row)]),
  );
};

/**
 * Sends the rows. The key begins with the hash of the file, so that the rows of a second run get the stored responses. The service
 * imports rows of one customer in the order of the file.
 */
const sendRows = async (
  { client, file, screen, wait }: Import,
  rows: readonly Row[],
): Promise<{ summary: ImportSummary; refused: readonly FailedImportRow[] }> => {
  const refused: FailedImportRow[] = [];
  const progress = screen.progress(rows.length);
  try {
    const run = importCustomers(
      client,
      rows.map(({ customer }) => upsertOf(customer)),
      {
        idempotencyKey: `demo-import-${file.fingerprint}`,
        wait,
        onProgress: ({ rows: done }) => {
          progress.reach(done);
        },
      },
    );
    let next = await run.next();
    for (; next.done !== true; next = await run.next()) refused.push(next.value);
    return { summary: next.value, refused };
  } finally {
    progress.stop();
  }
};

type Counts = Pick<ImportSummary, 'created' | 'updated' | 'replayed' | 'failed'>;

const ofImport = ({ rows, created, updated, unchanged, replayed, failed }: ImportSummary): Counts =>
  replayed === rows
    ? { created: 0, updated: 0, replayed: rows - failed, failed }
    : { created, updated: updated + unchanged, replayed, failed };

const ofCutOff = ({ outcome, existedBefore }: CutOff): Counts => {
  const none = { created: 0, updated: 0, replayed: 0, failed: 0 };
  if (!outcome.ok) return { ...none, failed: 1 };
  if (existedBefore) return { ...none, replayed: 1 };
  return outcome.status === 201 ? { ...none, created: 1 } : { ...none, updated: 1 };
};

/** Imports the file. @returns whether the number of customers rose by exactly those that were created */
export const importFile = async (it: Import): Promise<boolean> => {
  const { access, client, customers, file, screen } = it;
  const before = (await customers.list({ page_size: 1 })).total;
  const victim = chooseVictim(file.rows);
  const rows = file.rows.filter((row) => row !== victim);
  const { summary, refused } = await sendRows(it, rows);
  const key = `demo-row-${file.fingerprint}`;
  const cutOff = victim === undefined ? undefined : await cutOffAndRepeat(access, customers, victim, key);
  const after = (await customers.list({ page_size: 1 })).total;

  const parts = [ofImport(summary), ...(cutOff === undefined ? [] : [ofCutOff(cutOff)])];
  const sum = (name: keyof Counts): number => parts.reduce((total, part) => total + part[name], 0);
  screen.line(
    `${file.rows.length} rows: ${sum('created')} customers created, ${sum('updated')} rows about existing customers, ` +
      `${sum('replayed')} answered as in an earlier run, ${sum('failed')} refused.`,
  );
  if (client.waits() > 0)
    screen.line(`The client waited ${client.waits()} times and repeated the call, as the service asked.`);
  reportRefused(screen, rows, refused);
  const once = cutOff === undefined || (await reportCutOff(customers, screen, cutOff));
  const exact = after - before === sum('created');
  screen.line('');
  screen.line(
    `The service counts ${before} customers before and ${after} after: ` +
      (exact ? 'exactly as many more as were created.' : `that is NOT ${sum('created')} more!`),
  );
  return once && exact;
};
