import type { DeliveryIndex } from '@swift-worker/time-index/delivery-index.ts';
import type { DeliveryEvent } from '@swift-worker/time-index/event.ts';
import { unpackOctave } from '@swift-worker/time-index/rollup-codec.ts';
import { unpackSegment } from '@swift-worker/time-index/segment.ts';
import { sortRanges } from '@swift-worker/time-index/sort-keys.ts';
import { hourOf, octaveOfHour, type Hour } from '@swift-worker/time-index/time-grid.ts';
import { scrubbedEvent } from '../../domain/delivery/scrubbed-event.ts';
import type { WaitingReport } from '../../domain/delivery/waiting-report.ts';
import type { Milliseconds } from '../../kernel/time.ts';
import type { RetryPolicy } from '../table/commit.ts';
import { tryUpdate } from '../table/conditional-write.ts';
import type { Table } from '../table/table.ts';
import { chunkBody } from './chunk-codec.ts';
import { eachChunkPage, foldLeaseOf, type JournalId, type StoredChunk } from './journal.ts';
import { journalKeys, scopePartition, type DeliveryScope } from './keys.ts';
import { readMessages } from './message-statuses.ts';
import { nextParked, type ParkedBatch } from './parked-reports.ts';
import { readStripes } from './read-stripes.ts';
import { isScrubbed, scrubHour } from './scrub-hour.ts';
import { scrubMessage } from './scrub-message.ts';

export interface EraseEventsDeps {
  readonly table: Table;
  readonly index: DeliveryIndex;
  readonly retryPolicy: RetryPolicy;
}

/** After every hour that a key can hold. */
const lastOctave = octaveOfHour(9_999_999);

const scopeOf = (partnerId: string, customerId: string): DeliveryScope => ({ kind: 'customer', partnerId, customerId });

/** The hours that a customer has events in, ascending. */
export const hoursWithEvents = async (
  index: DeliveryIndex,
  partnerId: string,
  customerId: string,
): Promise<readonly Hour[]> => {
  const partition = scopePartition(scopeOf(partnerId, customerId));
  const octaves = await index.range(partition, sortRanges.octaves(0, lastOctave), 'strong');
  const hours = octaves.flatMap(({ sk, body }) => {
    const { days } = unpackOctave(Number(sk.slice(2)), body);
    return Array.from(days.values()).flatMap(({ events }) => Array.from(events.keys()));
  });
  return hours.toSorted((left, right) => left - right);
};

const eventsOf = async (index: DeliveryIndex, scope: DeliveryScope, hour: Hour): Promise<readonly DeliveryEvent[]> => {
  const items = await index.range(scopePartition(scope), sortRanges.hours(hour, hour, 'events'), 'strong');
  const events = items.filter(({ version }) => version === 0).flatMap(({ body }) => unpackSegment(body));
  return Array.from(new Map(events.map((event) => [event.id, event])).values());
};

/** Messages that are scrubbed at the same time. */
const concurrency = 16;

export interface ErasedEvents {
  /** Events that still had identifiers, and copies of them in the indexes. */
  readonly events: number;
  readonly copies: number;
}

/** Erases the identifiers of a customer's events from the messages' items. @returns how many events had any */
const scrubMessages = async (
  { table }: EraseEventsDeps,
  partnerId: string,
  events: readonly DeliveryEvent[],
): Promise<number> => {
  const due = events.filter((event) => !isScrubbed(event));
  for (let start = 0; start < due.length; start += concurrency) {
    const batch = due.slice(start, start + concurrency);
    await Promise.all(batch.map((event) => scrubMessage(table, partnerId, event)));
  }
  return due.length;
};

/** The scopes whose indexes hold the events, except the customer's. */
const otherScopes = (partnerId: string, events: readonly DeliveryEvent[]): readonly DeliveryScope[] => [
  ...Array.from(new Set(events.map(({ instance_id: id }) => id)), (instanceId) => ({
    kind: 'instance' as const,
    partnerId,
    instanceId,
  })),
  { kind: 'partner', partnerId },
];

/**
 * Erases a customer's identifiers from the events of one hour: in the messages' items, and in the indexes of the
 * instances, the partner and the customer. The customer's index is last, because the messages are found by it.
 */
export const eraseHour = async (
  deps: EraseEventsDeps,
  partnerId: string,
  customerId: string,
  hour: Hour,
): Promise<ErasedEvents> => {
  const own = scopeOf(partnerId, customerId);
  const events = await eventsOf(deps.index, own, hour);
  const due = await scrubMessages(deps, partnerId, events);
  let copies = 0;
  for (const scope of [...otherScopes(partnerId, events), own]) {
    copies += await scrubHour(deps, scope, customerId, hour);
  }
  return { events: due, copies };
};

/**
 * Erases the copies of events that the customer's index may not hold yet. All other events of the same hours are erased
 * with their messages, because the messages can't be found by an erased copy.
 * @returns how many events were erased in addition to the given ones
 */
const eraseHoursOf = async (
  deps: EraseEventsDeps,
  partnerId: string,
  customerId: string,
  events: readonly DeliveryEvent[],
): Promise<ErasedEvents> => {
  let [erased, copies] = [0, 0];
  for (const [hour, ofHour] of Map.groupBy(events, ({ occurred_at: at }) => hourOf(at))) {
    const ids = new Set(ofHour.map(({ id }) => id));
    const indexed = await eventsOf(deps.index, scopeOf(partnerId, customerId), hour);
    const both = indexed.filter((event) => ids.has(event.id) && !isScrubbed(event)).length;
    const own = await eraseHour(deps, partnerId, customerId, hour);
    [erased, copies] = [erased + own.events - both, copies + own.copies];
    for (const scope of otherScopes(partnerId, ofHour)) copies += await scrubHour(deps, scope, customerId, hour);
  }
  return { events: erased, copies };
};

/** The customer's events of a batch of parked reports, as the messages' items hold them now. */
const parkedEvents = async (
  { table }: EraseEventsDeps,
  customerId: string,
  { reports }: ParkedBatch,
): Promise<readonly DeliveryEvent[]> => {
  const messages = await readMessages(
    table,
    reports.map(({ message }) => message),
  );
  const events = Array.from(messages.values(), (statuses) => Array.from(statuses.values())).flat();
  return events.filter(({ customer_id: id }) => id === customerId);
};

/**
 * Erases a customer's identifiers from parked reports. The customer's index does not list them, but it may hold segments of
 * them that were written before a commit failed. A later fold reads the reports from the messages' items.
 */
export const eraseParked = async (
  deps: EraseEventsDeps,
  partnerId: string,
  customerId: string,
): Promise<ErasedEvents> => {
  let [erased, copies] = [0, 0];
  const own = scopeOf(partnerId, customerId);
  for (const scope of [own, null]) {
    let batch = await nextParked(deps.table, partnerId, scope, '');
    while (batch !== null) {
      const events = await parkedEvents(deps, customerId, batch);
      erased += await scrubMessages(deps, partnerId, events);
      const indexed = await eraseHoursOf(deps, partnerId, customerId, events);
      [erased, copies] = [erased + indexed.events, copies + indexed.copies];
      batch = await nextParked(deps.table, partnerId, scope, batch.id);
    }
  }
  return { events: erased, copies };
};

/** Erases the customer's identifiers from one chunk. A chunk that has been deleted is not written again. */
const eraseChunk = async (
  deps: EraseEventsDeps,
  { partnerId, stripe }: JournalId,
  customerId: string,
  { name, reports }: StoredChunk,
): Promise<ErasedEvents> => {
  const isDue = ({ event }: WaitingReport): boolean => event.customer_id === customerId && !isScrubbed(event);
  const due = reports.filter(isDue).map(({ event }) => event);
  if (due.length === 0) return { events: 0, copies: 0 };
  const events = await scrubMessages(deps, partnerId, due);
  const indexed = await eraseHoursOf(deps, partnerId, customerId, due);
  const scrubbed = reports.map((one) => (isDue(one) ? { ...one, event: scrubbedEvent(one.event) } : one));
  await tryUpdate(deps.table, {
    Key: { ...journalKeys.chunk(partnerId, stripe, name) },
    UpdateExpression: 'SET body = :body',
    ConditionExpression: 'attribute_exists(body)',
    ExpressionAttributeValues: { ':body': chunkBody(partnerId, scrubbed) },
  });
  return { events: events + indexed.events, copies: due.length + indexed.copies };
};

const foldPoll: Milliseconds = 1_000;
const foldPolls = 20;

/**
 * Waits for the folds that may have read the reports before they were erased. A fold that begins later reads erased reports.
 * @returns whether all of them have ended
 */
export const foldsEnded = async (
  { table }: EraseEventsDeps,
  partnerId: string,
  clock: () => Milliseconds,
): Promise<boolean> => {
  for (const stripe of await readStripes(table)(partnerId)) {
    const id = { partnerId, stripe };
    const lease = await foldLeaseOf(table, id, clock());
    if (lease === null) continue;
    let polls = 0;
    while ((await foldLeaseOf(table, id, clock())) === lease) {
      if (++polls > foldPolls) return false;
      await table.retryPolicy.sleep(foldPoll);
    }
  }
  return true;
};

/**
 * Erases a customer's identifiers from reports that wait to be folded. A fold that has already read them may still write
 * them to the indexes; a later pass erases them there.
 */
export const eraseWaiting = async (
  deps: EraseEventsDeps,
  partnerId: string,
  customerId: string,
): Promise<ErasedEvents> => {
  let [events, copies] = [0, 0];
  for (const stripe of await readStripes(deps.table)(partnerId)) {
    const id = { partnerId, stripe };
    for await (const chunks of eachChunkPage(deps.table, id, 'strong')) {
      for (const chunk of chunks) {
        const erased = await eraseChunk(deps, id, customerId, chunk);
        [events, copies] = [events + erased.events, copies + erased.copies];
      }
    }
  }
  return { events, copies };
};
