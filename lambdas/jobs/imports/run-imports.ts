import { WorkLost } from '../../kernel/errors.ts';
import { mapLimited } from '../../kernel/map-limited.ts';
import type { Milliseconds } from '../../kernel/time.ts';
import { retryPause, work } from '../../kernel/work.ts';
import type { BegunBy } from '../../runtime/run-work.ts';
import { readNextBatches, type ImportBatch } from '../../store/imports/import-batches.ts';
import { importHeadOf, readImport, type ImportHead } from '../../store/imports/import-records.ts';
import { readPartner, termsOf } from '../../store/partners/callers.ts';
import type { WorkKey } from '../../store/table/keys.ts';
import { claimWork, finished, paused, record, recordIf, unlessLost, type HeldWork } from '../../store/table/work.ts';
import { carryOutBatch, type ImportCall } from './carry-out-batch.ts';
import { endImport } from './end-import.ts';
import type { ImportDeps } from './import-deps.ts';
import { importPace, type ImportPace } from './import-pace.ts';

/** How long one run may begin batches. The lease is longer, for the batches that are still running. */
const runTime: Milliseconds = 45_000;
/** Batches that are read at once: about those of one import. */
const batchesAtOnce = 45;
/** Batches of a partner that are committed side by side, so that the pace is kept although each commit takes some time. */
const concurrency = 6;

/** A partner's imports that this worker holds. */
interface Run {
  readonly deps: ImportDeps;
  readonly held: HeldWork;
  readonly partnerId: string;
  readonly until: Milliseconds;
  readonly begunBy: BegunBy;
  readonly pace: ImportPace;
  /** Whether the run has carried out a batch or ended an import. An error after that is the first in a row. */
  isAhead: boolean;
}

/** Batches in chains: a batch that follows another one is carried out after it. */
const chainsOf = (batches: readonly ImportBatch[]): readonly (readonly ImportBatch[])[] => {
  const chains: ImportBatch[][] = [];
  for (const batch of batches) {
    const chain = chains.at(-1);
    if (batch.follows && chain !== undefined) chain.push(batch);
    else chains.push([batch]);
  }
  return chains;
};

const callOf = async ({ deps: { table }, partnerId, begunBy }: Run, importId: string): Promise<ImportCall> => {
  const [known, partner] = await Promise.all([readImport(table, partnerId, importId), readPartner(table, partnerId)]);
  if (known === null || partner === null) throw new Error('the import has no record');
  begunBy(known.cause.requestId);
  return { partnerId, cause: known.cause, terms: termsOf(partner) };
};

/** Carries out some batches of an import side by side, those that follow others in their order. */
const carryOutSome = async (run: Run, importId: string, batches: readonly ImportBatch[]): Promise<void> => {
  const { deps, until, pace } = run;
  const call = await callOf(run, importId);
  await mapLimited(chainsOf(batches), concurrency, async (chain) => {
    for (const batch of chain) {
      await pace(batch.rows);
      if (deps.clock() >= until) return;
      await carryOutBatch(deps, call, batch);
      run.isAhead = true;
    }
  });
};

/** Releases the work, unless an import was accepted meanwhile. @returns the head then; null when released */
const rest = async ({ held }: Run, { latest }: ImportHead): Promise<ImportHead | null> => {
  const existing = await recordIf(held, { latest }, { ...finished, failures: undefined });
  return existing === null ? null : importHeadOf(existing);
};

/** Carries out import after import. What was accepted before the head was read is seen by the look at the rows after it. */
const carryOn = async (run: Run, begun: ImportHead): Promise<void> => {
  const { deps, held, partnerId } = run;
  let head: ImportHead | null = begun;
  while (head !== null) {
    if (deps.clock() >= run.until) {
      return record(held, { ...paused(deps.clock()), failures: run.isAhead ? 0 : head.failures });
    }
    const next = await readNextBatches(deps.table, partnerId, batchesAtOnce);
    if (next === null) {
      head = await rest(run, head);
    } else if (next.batches.length === 0) {
      await endImport(deps, partnerId, next.importId, 'completed');
      run.isAhead = true;
    } else {
      await carryOutSome(run, next.importId, next.batches);
    }
  }
};

/** Postpones the imports after an error, for growing pauses. After the last try the oldest import has failed. */
const giveBack = async ({ deps, held, partnerId }: Run, failures: number): Promise<void> => {
  if (failures < work.customerImport.retry.tries) {
    return record(held, { ...paused(deps.clock() + retryPause('customerImport', failures)), failures });
  }
  const next = await readNextBatches(deps.table, partnerId, 1);
  if (next !== null) await endImport(deps, partnerId, next.importId, 'failed');
  await record(held, { ...paused(deps.clock()), failures: 0 });
};

/**
 * Carries out a partner's imports, the oldest first, until none waits or the time of the run ends. A partner has one worker
 * with one pace, and after a run it stands behind the other partners. So its imports take a share that does not grow with them.
 * @throws WorkLost
 */
export const runImports = async (deps: ImportDeps, key: WorkKey<'customerImport'>, begunBy: BegunBy): Promise<void> => {
  const claim = await claimWork(deps, key);
  if (claim === null) return;
  const { partnerId } = key;
  const held = { table: deps.table, key, lease: claim.lease };
  const until = Math.min(deps.clock() + runTime, deps.deadline.calls);
  const run: Run = { deps, held, partnerId, until, begunBy, pace: importPace(deps.retryPolicy.sleep), isAhead: false };
  const head = importHeadOf(claim.item);
  try {
    await carryOn(run, head);
  } catch (error) {
    if (error instanceof WorkLost) throw error;
    await unlessLost(giveBack(run, run.isAhead ? 1 : head.failures + 1));
    throw error;
  }
};
