import type { DynamoDBRecord } from 'aws-lambda';
import { copyChange } from '../../lambdas/audit/copy-change.ts';
import { isAuditRecord } from '../../lambdas/audit/audit-records.ts';
import { relayAudit } from '../../lambdas/audit/relay-audit.ts';
import { isEntryRecord } from '../../lambdas/events/journal/event-records.ts';
import { journalEvents } from '../../lambdas/events/journal/journal-events.ts';
import { minute, second, type Milliseconds } from '../../lambdas/kernel/time.ts';
import { journalReports } from '../../lambdas/reports/journal-reports.ts';
import { auditChangeIn } from '../../lambdas/runtime/audit-queue.ts';
import { messageSortPrefix } from '../../lambdas/store/delivery/keys.ts';
import { production } from '../../lib/stages.ts';
import type { Environment } from '../processes/environment.ts';
import type { Choices } from './choices.ts';
import type { Scheduler } from './scheduler.ts';

const { batchSize, timeoutSeconds } = production.workers.journal;
/** What the function keeps for parking reports, as in its handler. */
const margin = minute;
/** Until a batch that failed comes again. */
const pause = second;

/** The filters of the function's event source. */
const isWanted = (record: DynamoDBRecord): boolean => {
  if (isAuditRecord(record)) return true;
  if (record.eventName === 'REMOVE') return false;
  const { Keys: keys, NewImage: next } = record.dynamodb ?? {};
  if (keys?.['sk']?.S?.startsWith(messageSortPrefix) === true) return true;
  return isEntryRecord(record) && next?.['event_id'] !== undefined && next['lease'] === undefined;
};

/** What the handler does with a batch. @returns the sequence numbers of those that failed */
const handle = async (
  it: Environment,
  records: readonly DynamoDBRecord[],
  until: Milliseconds,
): Promise<readonly string[]> => {
  const reports = records.filter((record) => !isAuditRecord(record) && !isEntryRecord(record));
  const failed = await Promise.all([
    journalReports(it.reports, reports, until),
    journalEvents(it.events, records.filter(isEntryRecord), until),
    relayAudit(it.auditRelay, records.filter(isAuditRecord), until),
  ]);
  return failed.flat();
};

/** What the functions run in. */
interface Surroundings {
  readonly scheduler: Scheduler;
  readonly choices: Choices;
  readonly weather: { readonly repeatedHints: number };
  readonly invoke: <T>(kind: string, time: Milliseconds, run: (it: Environment) => Promise<T>) => Promise<T>;
}

/** The function Journal with its event source: one batch at a time, in order, until it succeeds. */
export class Journal {
  readonly #world: Surroundings;
  readonly #waiting: DynamoDBRecord[] = [];
  #isBusy = false;

  constructor(world: Surroundings) {
    this.#world = world;
  }

  take(record: DynamoDBRecord): void {
    if (!isWanted(record)) return;
    this.#waiting.push(record);
    this.#begin(second);
  }

  #begin(delay: Milliseconds): void {
    if (this.#isBusy) return;
    this.#isBusy = true;
    const { scheduler } = this.#world;
    scheduler.at(scheduler.now + delay, () => void this.#run());
  }

  /** How many records of a batch are done: those before the first that failed. */
  async #done(batch: readonly DynamoDBRecord[]): Promise<number> {
    const { scheduler, choices, weather } = this.#world;
    const until = scheduler.now + timeoutSeconds * second - margin;
    const failed = await this.#world
      .invoke('Journal', timeoutSeconds * second, (it) => handle(it, batch, until))
      .catch(() => null);
    if (failed === null || choices.strikes('a batch of the journal is repeated', weather.repeatedHints)) return 0;
    const first = batch.findIndex(({ dynamodb }) => failed.includes(dynamodb?.SequenceNumber ?? ''));
    return first === -1 ? batch.length : first;
  }

  async #run(): Promise<void> {
    const batch = this.#waiting.slice(0, batchSize);
    const done = await this.#done(batch);
    this.#waiting.splice(0, done);
    this.#isBusy = false;
    if (this.#waiting.length > 0) this.#begin(done === batch.length ? second : pause);
  }
}

/** The function AuditCopy, for a message of its queue. */
export const copyAudit = (world: Surroundings, body: string): Promise<unknown> =>
  world.invoke('AuditCopy', minute, (it) => copyChange(it.auditBucket, auditChangeIn(body)));
