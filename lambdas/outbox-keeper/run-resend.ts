import { WorkLost } from '../domain/errors.ts';
import { isoOf, seconds, type Milliseconds } from '../domain/time.ts';
import { retryPause, work } from '../domain/work.ts';
import type { BegunBy } from '../runtime/run-work.ts';
import { commit, persist, type Clause } from '../store/table/commit.ts';
import { deletionClause } from '../store/table/delete-clause.ts';
import type { WorkKey } from '../store/table/keys.ts';
import { claimWork, finished, paused, recordClause, unlessLost, type Changes } from '../store/table/work.ts';
import { readOutbox } from '../store/webhooks/outbox.ts';
import {
  readRows,
  resendLifetime,
  resendRecordOf,
  resendRowClause,
  type ResendRecord,
} from '../store/webhooks/resends.ts';
import { eventsListedAtOnce, readUndelivered } from '../store/webhooks/undelivered-events.ts';
import type { DeliveryDeps } from '../webhook-delivery/delivery-deps.ts';
import { sendRows, type LookedAt } from './resend-rows.ts';

/** How long one run may begin steps. The lease is longer, for the step that is still running. */
const runTime: Milliseconds = 45_000;
/** The time for the workers to send what was made due. */
const roundGap: Milliseconds = 1_000;
/** The time before events that wait for long are looked at again. */
const passGap: Milliseconds = 300_000;
/** The longest time without a look at a paused endpoint. */
const healthGap: Milliseconds = 60_000;

/** A resend that this worker holds. */
interface Run {
  readonly deps: DeliveryDeps;
  readonly key: WorkKey<'resend'>;
  readonly lease: string;
}

/** The attributes that a step changes. */
type Progress = Partial<Pick<ResendRecord, 'listed' | 'cursor' | 'position' | 'failures'>> &
  Partial<Pick<ResendRecord['resend'], 'total' | 'done' | 'status' | 'finished_at'>>;

const advance = async (
  { deps: { table, retryPolicy }, key, lease }: Run,
  progress: Progress,
  hold: Changes,
  clauses: readonly Clause[] = [],
): Promise<void> => {
  const step = recordClause({ table, key, lease }, { ...progress, ...hold });
  await persist(retryPolicy, () => commit(table, [step, ...clauses]));
};

const after = (record: ResendRecord, progress: Progress): ResendRecord => {
  const { total = record.resend.total, done = record.resend.done, ...rest } = progress;
  return { ...record, ...rest, resend: { ...record.resend, total, done } };
};

/** Lists the next events. They are sent when all are listed, because they are sorted by customer. */
const list = async (
  run: Run,
  record: ResendRecord,
  range: NonNullable<ResendRecord['range']>,
): Promise<ResendRecord> => {
  const { deps } = run;
  const { partnerId, resend } = record;
  const now = deps.clock();
  const { rows, next } = await readUndelivered(deps.table, partnerId, range, resend.started_at, record.cursor);
  const progress = { cursor: next, listed: next === null, total: resend.total + rows.length, failures: 0 };
  const clauses = rows.map((row) => resendRowClause(deps.table, partnerId, resend.id, row, now));
  await advance(run, progress, {}, clauses);
  return after(record, progress);
};

const finish = (run: Run, { resend: { total } }: ResendRecord, status: 'completed' | 'failed'): Promise<void> => {
  const now = run.deps.clock();
  const progress = { status, finished_at: isoOf(now), ...(status === 'completed' && { done: total }) };
  return advance(run, progress, { ...finished, ttl: seconds(now + resendLifetime) });
};

/** Where the next round begins: after the events that are done or wait for long. */
const positionAfter = (before: string, looked: readonly LookedAt[]): string => {
  const near = looked.findIndex(({ verdict }) => verdict === 'near');
  const passed = near === -1 ? looked : looked.slice(0, near);
  return passed.at(-1)?.row.key.sk ?? before;
};

/** How long to wait for a paused endpoint, so that no more events are made due; null when it is not paused. */
const pauseOf = async ({ deps }: Run, { partnerId }: ResendRecord): Promise<Milliseconds | null> => {
  const { health } = await readOutbox(deps.table, partnerId);
  return health.state === 'paused' ? Math.min(health.probeAt, deps.clock() + healthGap) : null;
};

/** Ends a pass over the events: the resend ends when all are done, or looks again at those that wait. */
const endPass = (run: Run, record: ResendRecord): Promise<void> => {
  const { total, done } = record.resend;
  if (done >= total || record.position === '') return finish(run, record, 'completed');
  return advance(run, { position: '' }, paused(run.deps.clock() + passGap / run.deps.divisor));
};

/**
 * Makes the next events due, and counts those that have ended. @returns the state after it; null when the resend has ended or
 * was released until a later time
 */
const round = async (run: Run, record: ResendRecord): Promise<ResendRecord | null> => {
  const { deps } = run;
  const wait = await pauseOf(run, record);
  if (wait !== null) {
    await advance(run, {}, paused(wait));
    return null;
  }
  const rows = await readRows(deps.table, record, eventsListedAtOnce);
  if (rows.length === 0) {
    await endPass(run, record);
    return null;
  }
  const looked = await sendRows(deps, record, rows);
  const ended = looked.filter(({ verdict }) => verdict === 'done');
  const isPassed = looked.every(({ verdict }) => verdict !== 'near');
  const progress = {
    position: positionAfter(record.position, looked),
    done: record.resend.done + ended.length,
    failures: 0,
  };
  const clauses = ended.map(({ row }) => deletionClause(deps.table, 'the event is done', row.key));
  await advance(run, progress, isPassed ? {} : paused(deps.clock() + roundGap), clauses);
  return isPassed ? after(record, progress) : null;
};

const carryOn = async (run: Run, begun: ResendRecord): Promise<void> => {
  const { deps } = run;
  const until = Math.min(deps.clock() + runTime, deps.deadline.calls);
  let record: ResendRecord | null = begun;
  while (record !== null) {
    if (deps.clock() >= until) return advance(run, {}, paused(deps.clock()));
    record = record.listed || record.range === null ? await round(run, record) : await list(run, record, record.range);
  }
};

/** Postpones the resend after an error, for growing pauses. It fails after the last try. */
const giveBack = async (run: Run, record: ResendRecord): Promise<void> => {
  const failures = record.failures + 1;
  if (failures >= work.resend.retry.tries) return finish(run, record, 'failed');
  return advance(run, { failures }, paused(run.deps.clock() + retryPause('resend', failures)));
};

/**
 * Continues a resend that is due, until it ends, has to wait, or the time of the run ends. A few events at a time are on their
 * way. After a crash the next worker finds by the events themselves which of them were sent.
 * @throws WorkLost
 */
export const runResend = async (deps: DeliveryDeps, key: WorkKey<'resend'>, begunBy: BegunBy): Promise<void> => {
  const claim = await claimWork(deps, key);
  if (claim === null) return;
  const record = resendRecordOf(claim.item);
  begunBy(record.requestId);
  const run: Run = { deps, key, lease: claim.lease };
  try {
    await carryOn(run, record);
  } catch (error) {
    if (error instanceof WorkLost) throw error;
    await unlessLost(giveBack(run, record));
    throw error;
  }
};
