import * as z from 'zod/mini';
import { accountOwnerId } from '../../domain/event-id.ts';
import { traceClause } from '../customers/history.ts';
import { nextTraces, type Counters, type Occurrence } from '../customers/journal.ts';
import { unpackEntry } from '../customers/packed-entry.ts';
import { commit, type Clause } from '../table/commit.ts';
import { keys } from '../table/keys.ts';
import { queryAll } from '../table/query.ts';
import { revisionClause } from '../table/put-clause.ts';
import { getItem } from '../table/read.ts';
import type { Item, Table } from '../table/table.ts';

/** How far the events of a partner's business account have come. They stand where a customer's entries do, under an id of their own. */
interface AccountEvents {
  readonly ownerId: string;
  /** 0 before the first event. */
  readonly revision: number;
  readonly counters: Counters;
}

const eventsItem = z.object({
  revision: z.number(),
  history_count: z.number(),
  event_sequence: z.number(),
  last_event: z.number(),
});

export const accountCountersOf = (item: Item): Omit<AccountEvents, 'ownerId'> => {
  const { revision, history_count, event_sequence, last_event } = eventsItem.parse(item);
  return { revision, counters: { historyCount: history_count, eventSequence: event_sequence, lastEvent: last_event } };
};

const none = { revision: 0, counters: { historyCount: 0, eventSequence: 0, lastEvent: 0 } };

const readAccountEvents = async (table: Table, partnerId: string, wabaId: string): Promise<AccountEvents> => {
  const ownerId = accountOwnerId(wabaId);
  const item = await getItem(table, keys.accountEvents(partnerId, ownerId));
  return { ownerId, ...(item === undefined ? none : accountCountersOf(item)) };
};

const countersClause = (
  table: Table,
  partnerId: string,
  { ownerId, revision }: AccountEvents,
  { historyCount, eventSequence, lastEvent }: Counters,
): Clause =>
  revisionClause(table, 'the events of the business account are as they were read', revision, {
    ...keys.accountEvents(partnerId, ownerId),
    history_count: historyCount,
    event_sequence: eventSequence,
    last_event: lastEvent,
  });

/** Counts entries that are ahead after a fail-over; see store/customers/count-entries-ahead.ts. */
const countAhead = async (table: Table, partnerId: string, events: AccountEvents): Promise<void> => {
  const { historyCount } = events.counters;
  const ahead = await queryAll(table, {
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
    ExpressionAttributeValues: {
      ':pk': keys.historyEntry(partnerId, events.ownerId, 0).pk,
      ':first': keys.historyEntry(partnerId, events.ownerId, historyCount + 1).sk,
      ':last': 'H#~',
    },
    ConsistentRead: true,
  });
  const last = ahead.at(-1);
  if (last === undefined) return;
  const number = historyCount + ahead.length;
  const sequence = unpackEntry(last['entry']).event?.sequence ?? events.counters.eventSequence;
  const counters = { historyCount: number, eventSequence: sequence, lastEvent: number };
  await commit(table, [countersClause(table, partnerId, events, counters)]);
};

/** The events of a business account, with their entries, in one commit. */
export const accountEventClauses = async (
  table: Table,
  partnerId: string,
  wabaId: string,
  occurrences: readonly Occurrence[],
): Promise<readonly Clause[]> => {
  const events = await readAccountEvents(table, partnerId, wabaId);
  const sequence = { partnerId, ownerId: events.ownerId, externalId: null, isForgotten: false };
  const { counters, traces } = nextTraces(sequence, events.counters, occurrences);
  const repair = () => countAhead(table, partnerId, events);
  return [
    countersClause(table, partnerId, events, counters),
    ...traces.map((trace) => traceClause(table, trace, repair)),
  ];
};
