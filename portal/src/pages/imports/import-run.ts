import {
  importCustomers,
  ImportFailed,
  type FailedImportRow,
  type ImportSummary,
} from '../../../../packages/client/src/import-customers.ts';
import type { Client } from '../../../../packages/client/src/client.ts';
import type { CsvFile } from './csv-file.ts';
import type { SortedRows } from './sorted-rows.ts';

/** A row that the service refused. */
interface RefusedRow {
  readonly line: number;
  readonly failure: FailedImportRow;
}

type Stage =
  | { readonly is: 'running' | 'done' }
  /** The rows that were carried out stay. The same rows, sent again with the same keys, are not carried out twice. */
  | { readonly is: 'stopped'; readonly error: unknown };

/** An import of a file: several calls of the service, with one progress. */
export interface ImportRun {
  readonly partnerId: string;
  readonly key: string;
  readonly file: CsvFile;
  readonly rows: SortedRows;
  readonly stage: Stage;
  readonly summary: ImportSummary | null;
  readonly refused: readonly RefusedRow[];
}

/** It goes on when another page of the portal is opened. */
let latest: ImportRun | null = null;
const watchers = new Set<() => void>();

const put = (run: ImportRun | null): void => {
  latest = run;
  for (const watcher of watchers) watcher();
};

export const latestRun = (): ImportRun | null => latest;

export const watchRun = (watcher: () => void): (() => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

export const forgetRun = (): void => {
  put(null);
};

/** The browser asks before it leaves the portal: the rows that were not sent are lost. */
const warn = (event: BeforeUnloadEvent): void => {
  event.preventDefault();
};

/** Imports the rows, to the end or to an error. */
const carryOut = async (client: Pick<Client, 'call'>, begun: ImportRun): Promise<ImportRun> => {
  const customers = begun.rows.ready.map(({ row }) => row);
  let run = begun;
  const onProgress = (summary: ImportSummary): void => {
    run = { ...run, summary };
    put(run);
  };
  const failed: RefusedRow[] = [];
  const rows = importCustomers(client, customers, {
    idempotencyKey: run.key,
    partnerId: run.partnerId,
    onProgress,
  });
  for (;;) {
    const next = await rows.next();
    if (next.done === true) return { ...run, summary: next.value, refused: failed, stage: { is: 'done' } };
    const failure = next.value;
    failed.push({ line: begun.rows.ready[failure.index]?.line ?? 0, failure });
    run = { ...run, refused: [...failed] };
  }
};

const follow = async (client: Pick<Client, 'call'>, run: ImportRun): Promise<ImportRun> => {
  put(run);
  addEventListener('beforeunload', warn);
  try {
    put(await carryOut(client, run));
  } catch (error) {
    put({ ...(latest ?? run), stage: { is: 'stopped', error } });
  } finally {
    removeEventListener('beforeunload', warn);
  }
  return latest ?? run;
};

/** @returns the run when it has ended */
export const beginRun = (
  client: Pick<Client, 'call'>,
  what: Pick<ImportRun, 'partnerId' | 'file' | 'rows'>,
): Promise<ImportRun> =>
  follow(client, { ...what, key: crypto.randomUUID(), stage: { is: 'running' }, summary: null, refused: [] });

/** Sends the rows of a run that was stopped again. The keys of an import that the service could not end would find its end again. */
export const resumeRun = (client: Pick<Client, 'call'>, run: ImportRun): Promise<ImportRun> => {
  const isLost = run.stage.is === 'stopped' && run.stage.error instanceof ImportFailed;
  const key = isLost ? crypto.randomUUID() : run.key;
  return follow(client, { ...run, key, stage: { is: 'running' }, refused: [] });
};
