import { WorkLost } from '../../kernel/errors.ts';
import { isoOf, seconds, type Milliseconds } from '../../kernel/time.ts';
import { indexDelay, listedAgain, type ResendRange } from '../../domain/webhook/resend.ts';
import { retryPause, work } from '../../kernel/work.ts';
import type { BegunBy } from '../../runtime/run-work.ts';
import { commit, persist, type Clause } from '../../store/table/commit.ts';
import { deletionClause } from '../../store/table/delete-clause.ts';
import type { WorkKey } from '../../store/table/keys.ts';
import { claimWork, finished, paused, recordClause, unlessLost, type Changes } from '../../store/table/work.ts';
import {
  notListed,
  readRows,
  resendLifetime,
  resendRecordOf,
  resendRowClause,
  type ResendRecord,
} from '../../store/webhooks/resends.ts';
import { eventsListedAtOnce, readUndelivered } from '../../store/webhooks/undelivered-events.ts';
import { readWebhookTarget } from '../../store/webhooks/webhook-endpoints.ts';
import type { DeliveryDeps } from '../delivery/delivery-deps.ts';
import { sendRows, type LookedAt } from './resend-rows.ts';
import { hurryWaiting } from './hurry-waiting.ts';
import { retryEvent } from './retry-event.ts';

/** How long one run may begin steps. The lease is longer, for the step that is still running. */
const runTime: Milliseconds = 45_000;
/** The time for the workers to send what was made due. */
const roundGap: Milliseconds = 1_000;
/** The time before events that wait for long are looked at again. */
const passGap: Milliseconds = 300_000;
/** The longest time without a look at an endpoint that accepts no events. */
const healthGap: Milliseconds = 60_000;

/** A resend that this worker holds. */
interface Run {
  readonly deps: DeliveryDeps;
  readonly key: WorkKey<'resend'>;
  readonly lease: string;
}

/** The attributes that a step changes. */
type Progress = Partial<Pick<ResendRecord, 'listed' | 'settled' | 'cursor' | 'position' | 'failures'>> &
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

/** Lists a page of events. They are sent when all are listed, because they are sorted by customer. */
const list = async (run: Run, record: ResendRecord, range: ResendRange, since: Milliseconds): Promise<ResendRecord> => {
  const { table, clock } = run.deps;
  const { partnerId, resend, listed } = record;
  const ended = { since, until: Date.parse(resend.started_at) };
  const { rows: found, next } = await readUndelivered(table, partnerId, range, ended, record.cursor);
  const rows = listed ? await notListed(table, record, found) : found;
  const isOver = next === null;
  const listing = listed ? { settled: isOver } : { listed: isOver };
  const progress = { cursor: next, ...listing, total: resend.total + rows.length, failures: 0 };
  const clauses = rows.map((row) => resendRowClause(table, partnerId, resend.id, row, clock()));
  await advance(run, progress, {}, clauses);
  return after(record, progress);
};

/** Lists those again that ended shortly before the resend began. @returns null when the index may not show all of them yet */
const listAgain = async (run: Run, record: ResendRecord, range: ResendRange): Promise<ResendRecord | null> => {
  const started = Date.parse(record.resend.started_at);
  if (run.deps.clock() >= started + indexDelay) return list(run, record, range, started - listedAgain);
  await advance(run, {}, paused(started + indexDelay));
  return null;
};

const finish = (
  run: Run,
  status: 'completed' | 'failed',
  counted: Progress = {},
  clauses: readonly Clause[] = [],
): Promise<void> => {
  const now = run.deps.clock();
  const progress = { ...counted, status, finished_at: isoOf(now) };
  return advance(run, progress, { ...finished, ttl: seconds(now + resendLifetime) }, clauses);
};

/** Where the next round begins: after the events that are done, gone or wait for long. */
const positionAfter = (before: string, looked: readonly LookedAt[]): string => {
  const near = looked.findIndex(({ verdict }) => verdict === 'near');
  const passed = near === -1 ? looked : looked.slice(0, near);
  return passed.at(-1)?.row.key.sk ?? before;
};

/** Until when to wait for an endpoint that accepts no events, so that no more of them are made due; null when it accepts them. */
const pauseOf = async ({ deps }: Run, { partnerId }: ResendRecord): Promise<Milliseconds | null> => {
  const { endpoint, outbox } = await readWebhookTarget(deps.table, partnerId);
  const { health } = outbox;
  const now = deps.clock();
  if (endpoint === null || health.state === 'disabled') return now + healthGap;
  if (health.state !== 'paused') return null;
  // The probe may be late.
  return Math.min(Math.max(health.probeAt, now + roundGap), now + healthGap);
};

/** Ends a pass over the events: the resend is completed when all are done, or looks again at those that wait. */
const endPass = (run: Run, record: ResendRecord): Promise<void> => {
  const { total, done } = record.resend;
  if (done >= total) return finish(run, 'completed');
  // Rows are deleted when their events are counted. Those that are missing have expired.
  if (record.position === '') return finish(run, 'failed');
  return advance(run, { position: '' }, paused(run.deps.clock() + passGap / run.deps.divisor));
};

/** The progress of a round. Events that can't be sent any more do not count. */
const progressOf = ({ resend }: ResendRecord, looked: readonly LookedAt[], position: string) => {
  const count = (wanted: LookedAt['verdict']): number => looked.filter(({ verdict }) => verdict === wanted).length;
  return { position, total: resend.total - count('gone'), done: resend.done + count('done'), failures: 0 };
};

/**
 * Makes the next events due while the endpoint accepts events, and counts those that have ended. @returns the state after it;
 * null when the resend has ended or was released until a later time
 */
const round = async (run: Run, record: ResendRecord): Promise<ResendRecord | null> => {
  const { deps } = run;
  const wait = await pauseOf(run, record);
  const rows = await readRows(deps.table, record, eventsListedAtOnce);
  if (rows.length === 0) {
    await endPass(run, record);
    return null;
  }
  const looked = await sendRows(deps, record, rows, wait === null);
  const position = wait === null ? positionAfter(record.position, looked) : record.position;
  const progress = progressOf(record, looked, position);
  const clauses = looked
    .filter(({ verdict }) => verdict === 'done' || verdict === 'gone')
    .map(({ row }) => deletionClause(deps.table, 'the event is done', row.key));
  const isPassed = wait === null && looked.every(({ verdict }) => verdict !== 'near');
  await advance(run, progress, isPassed ? {} : paused(wait ?? deps.clock() + roundGap), clauses);
  return isPassed ? after(record, progress) : null;
};

/** The longer a retry lasts, the later it looks again. */
const retryGap = (started: Milliseconds, now: Milliseconds): Milliseconds => Math.max(roundGap, (now - started) / 10);

/** Tries all events that wait, or one, and then ends when that has ended or waits again. */
const retry = async (run: Run, record: ResendRecord): Promise<void> => {
  const { deps } = run;
  if (record.resend.total === 0) {
    await hurryWaiting(deps, record.partnerId);
    return finish(run, 'completed');
  }
  const [row] = await readRows(deps.table, { ...record, position: '' }, 1);
  if (row === undefined) return finish(run, 'failed');
  const begun = record.position !== '';
  const outcome = await retryEvent(deps, record.partnerId, row, begun);
  const now = deps.clock();
  switch (outcome) {
    case 'busy':
      return advance(run, {}, paused(now + roundGap));
    case 'near': {
      const gap = retryGap(Date.parse(record.resend.started_at), now);
      return advance(run, { position: row.key.sk }, paused(now + gap));
    }
    case 'done':
      return finish(run, 'completed', { done: 1 }, [deletionClause(deps.table, 'the event is done', row.key)]);
    case 'waits':
      return finish(run, 'failed', {}, [deletionClause(deps.table, 'the event waits again', row.key)]);
  }
};

const step = (run: Run, record: ResendRecord): Promise<ResendRecord | null> => {
  const { range, listed, settled } = record;
  if (range === null || (listed && settled)) return round(run, record);
  // An event ends after it was created.
  return listed ? listAgain(run, record, range) : list(run, record, range, Date.parse(range.since));
};

const carryOn = async (run: Run, begun: ResendRecord): Promise<void> => {
  const { deps } = run;
  const until = Math.min(deps.clock() + runTime, deps.deadline.calls);
  let record: ResendRecord | null = begun;
  while (record !== null) {
    if (deps.clock() >= until) return advance(run, {}, paused(deps.clock()));
    record = await step(run, record);
  }
};

/** Postpones the resend after an error, for growing pauses. It fails after the last try. */
const giveBack = async (run: Run, record: ResendRecord): Promise<void> => {
  const failures = record.failures + 1;
  if (failures >= work.resend.retry.tries) return finish(run, 'failed');
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
    await (record.retry ? retry(run, record) : carryOn(run, record));
  } catch (error) {
    if (error instanceof WorkLost) throw error;
    await unlessLost(giveBack(run, record));
    throw error;
  }
};
