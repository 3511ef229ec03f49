import type { Consistency } from '@swift-worker/time-index/delivery-index.ts';
import type { IndexedEvent } from '@swift-worker/time-index/event.ts';
import { parkedEvents } from '../../domain/delivery/new-events.ts';
import type { Table } from '../table/table.ts';
import { eachChunkPage, type JournalId } from './journal.ts';
import type { DeliveryScope } from './keys.ts';
import { readMessages } from './message-statuses.ts';
import { readParked } from './parked-reports.ts';
import { readStripes, type StripesOf } from './read-stripes.ts';

/** Reads the reports of a scope that may not be folded into its index yet. Some of them may be in the index already. */
export type ReadWaiting = (scope: DeliveryScope, consistency: Consistency) => Promise<readonly IndexedEvent[]>;

/** Of an index that holds all reports. */
export const nothingWaits: ReadWaiting = () => Promise.resolve([]);

const isOf = (scope: DeliveryScope, event: IndexedEvent): boolean => {
  switch (scope.kind) {
    case 'partner':
      return true;
    case 'customer':
      return event.customer_id === scope.customerId;
    case 'instance':
      return event.instance_id === scope.instanceId;
  }
};

const readStripe = async (table: Table, id: JournalId, consistency: Consistency): Promise<readonly IndexedEvent[]> => {
  const events: IndexedEvent[] = [];
  for await (const chunks of eachChunkPage(table, id, consistency)) {
    for (const { reports } of chunks) for (const { event } of reports) events.push(event);
  }
  return events;
};

const readJournal = async (
  table: Table,
  stripesOf: StripesOf,
  partnerId: string,
  consistency: Consistency,
): Promise<readonly IndexedEvent[]> => {
  const stripes = await stripesOf(partnerId);
  const read = stripes.map((stripe) => readStripe(table, { partnerId, stripe }, consistency));
  return (await Promise.all(read)).flat();
};

/** The events of the scope's parked reports, read from the messages. */
const readParkedEvents = async (table: Table, scope: DeliveryScope): Promise<readonly IndexedEvent[]> => {
  const reports = await readParked(table, scope);
  if (reports.length === 0) return [];
  const messages = await readMessages(
    table,
    reports.map(({ message }) => message),
  );
  return reports
    .flatMap((report) => parkedEvents(messages.get(report.message) ?? new Map<never, never>(), report))
    .map(({ event }) => event);
};

/** Reads the waiting reports. Each partner's journal is read once, so the reader is for one invocation. */
export const openWaiting = (table: Table, stripesOf: StripesOf = readStripes(table)): ReadWaiting => {
  const journals = new Map<string, Promise<readonly IndexedEvent[]>>();
  return async (scope, consistency) => {
    const { partnerId } = scope;
    const journal = journals.get(partnerId) ?? readJournal(table, stripesOf, partnerId, consistency);
    journals.set(partnerId, journal);
    const [waiting, parked] = await Promise.all([journal, readParkedEvents(table, scope)]);
    return [...waiting, ...parked].filter((event) => isOf(scope, event));
  };
};
