import type { Access, RetryingClient } from './access.ts';
import type { Customers, Outcome } from './customers.ts';
import { chooseVictim, cutOffAndRepeat, reportCutOff, type CutOff } from './cut-off.ts';
import { idOf, type CustomerFile, type Row } from './rows.ts';
import type { Screen } from './screen.ts';

const concurrency = 16;

export interface Import {
  readonly access: Access;
  readonly client: RetryingClient;
  readonly customers: Customers;
  readonly file: CustomerFile;
  readonly screen: Screen;
}

interface Done {
  readonly row: Row;
  readonly outcome: Outcome;
}

/**
 * The key contains the hash of the file, so that a second import of the file gets the stored responses. It contains the
 * line number and not the row's content, so that a file may set a customer back to an earlier value.
 */
const keyOf = (file: CustomerFile, row: Row): string => `demo-import-${file.fingerprint}-line-${row.line}`;

/** Handles every row, several at a time, but rows of the same customer in the order of the file. */
const inOrder = async (rows: readonly Row[], work: (row: Row) => Promise<void>): Promise<void> => {
  const last = new Map<string, Promise<void>>();
  // A generator: when one row fails, its loop is left, which ends the generator for the other loops too.
  const waiting = (function* () {
    yield* rows;
  })();
  const worker = async (): Promise<void> => {
    for (const row of waiting) {
      const mine = (last.get(idOf(row)) ?? Promise.resolve()).then(() => work(row));
      last.set(idOf(row), mine);
      await mine;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
};

const reportRefused = (screen: Screen, done: readonly Done[]): void => {
  const refused = done.flatMap(({ row, outcome }) => (outcome.ok ? [] : [[row.line, outcome.message] as const]));
  if (refused.length === 0) return;
  screen.line('');
  screen.line('The rows that the service refused, and why:');
  refused.sort(([left], [right]) => left - right);
  screen.table(
    ['line', 'message'],
    refused.map(([line, message]) => [String(line), message]),
  );
};

const sendAll = async (it: Import): Promise<{ done: readonly Done[]; cutOff: CutOff | undefined }> => {
  const { access, customers, file } = it;
  const victim = chooseVictim(file.rows);
  const done: Done[] = [];
  let cutOff: CutOff | undefined;
  const send = async (row: Row): Promise<Outcome> => {
    const key = keyOf(file, row);
    if (row !== victim) return customers.upsert(row.customer, key);
    cutOff = await cutOffAndRepeat(access, customers, row, key);
    return cutOff.outcome;
  };
  const progress = it.screen.progress(file.rows.length);
  try {
    await inOrder(file.rows, async (row) => {
      done.push({ row, outcome: await send(row) });
      progress.step();
    });
  } finally {
    progress.stop();
  }
  return { done, cutOff };
};

type Fate = 'created' | 'updated' | 'replayed' | 'refused';

const fateOf = ({ row, outcome }: Done, cutOff: CutOff | undefined): Fate => {
  if (!outcome.ok) return 'refused';
  const isFirstAnswer = row === cutOff?.row ? !cutOff.existedBefore : !outcome.replayed;
  if (!isFirstAnswer) return 'replayed';
  return outcome.status === 201 ? 'created' : 'updated';
};

/** Imports the file. @returns whether the number of customers rose by exactly those that were created */
export const importCustomers = async (it: Import): Promise<boolean> => {
  const { client, customers, screen } = it;
  const before = (await customers.list({ page_size: 1 })).total;
  const { done, cutOff } = await sendAll(it);
  const after = (await customers.list({ page_size: 1 })).total;

  const count: Record<Fate, number> = { created: 0, updated: 0, replayed: 0, refused: 0 };
  for (const one of done) count[fateOf(one, cutOff)] += 1;
  screen.line(
    `${done.length} rows: ${count.created} customers created, ${count.updated} rows about existing customers, ` +
      `${count.replayed} answered as in an earlier run, ${count.refused} refused.`,
  );
  if (client.waits() > 0)
    screen.line(`The client waited ${client.waits()} times and repeated the call, as the service asked.`);
  reportRefused(screen, done);
  const once = cutOff === undefined || (await reportCutOff(customers, screen, cutOff));
  const exact = after - before === count.created;
  screen.line('');
  screen.line(
    `The service counts ${before} customers before and ${after} after: ` +
      (exact ? 'exactly as many more as were created.' : `that is NOT ${count.created} more!`),
  );
  return once && exact;
};
