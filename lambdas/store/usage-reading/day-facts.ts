import { isOfBatch } from '../../domain/delivery/report-id.ts';
import { placesUntil, type Sizes } from '../../domain/size.ts';
import type { DayFacts, LineTransition } from '../../domain/usage/usage-day.ts';
import { endOfUtcDay, startOfUtcDay, type UtcDay } from '../../domain/usage/utc-day.ts';
import { keys } from '../table/keys.ts';
import { queryAll } from '../table/query.ts';
import type { Item, Table } from '../table/table.ts';
import { readEventJournal } from '../webhooks/event-journal.ts';
import { callCountPrefix, countedCallsOf } from '../usage/call-counts.ts';
import { activeChangesOf, customersPrefix, type ActiveChanges } from '../usage/customer-changes.ts';
import { chunkPrefixOf, idsOfChunk, type CountedIds } from '../usage/id-chunks.ts';
import { lineTransitionOf, transitionPrefix } from '../usage/line-transitions.ts';
import { readCreatedCustomers } from './counted-customers.ts';

const readPlace = (
  table: Table,
  partnerId: string,
  day: UtcDay,
  place: number | null,
  prefix = '',
): Promise<readonly Item[]> =>
  queryAll(table, {
    KeyConditionExpression: prefix === '' ? 'pk = :pk' : 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: {
      ':pk': keys.usageFact(partnerId, day, place, '').pk,
      ...(prefix !== '' && { ':prefix': prefix }),
    },
    ConsistentRead: true,
  });

/** The transitions of a partner's instances on a day. */
export const readTransitions = async (
  table: Table,
  partnerId: string,
  sizes: Sizes,
  day: UtcDay,
): Promise<readonly LineTransition[]> => {
  const places = placesUntil(sizes, endOfUtcDay(day));
  const read = await Promise.all(places.map((place) => readPlace(table, partnerId, day, place, transitionPrefix)));
  return read.flat().map(lineTransitionOf);
};

/** The changes of a partner's existing customers on a day. */
export const readActiveChanges = async (table: Table, partnerId: string, day: UtcDay): Promise<ActiveChanges> =>
  activeChangesOf(await readPlace(table, partnerId, day, null, customersPrefix));

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Ids are noted several times, so they are counted without repetition. */
const distinct = (items: readonly Item[]): ReadonlySet<string> => new Set(items.flatMap((item) => idsOfChunk(item)));

/** The events that were delivered on the day of their creation. */
const deliveredOnTheirDay = async (table: Table, partnerId: string, day: UtcDay): Promise<readonly string[]> => {
  const range = { from: startOfUtcDay(day), to: endOfUtcDay(day) - 1 };
  const rows = await readEventJournal(table, partnerId, range);
  return rows.filter(({ firstDelivered }) => firstDelivered === day).map(({ id }) => id);
};

/** The facts of a partner's day as they are now. @param sizes of the partner */
export const readDayFacts = async (table: Table, partnerId: string, sizes: Sizes, day: UtcDay): Promise<DayFacts> => {
  const places = placesUntil(sizes, endOfUtcDay(day));
  const [read, delivered, created] = await Promise.all([
    Promise.all(places.map((place) => readPlace(table, partnerId, day, place))),
    deliveredOnTheirDay(table, partnerId, day),
    readCreatedCustomers(table, partnerId, sizes, day),
  ]);
  const of = (prefix: string): readonly Item[] => read.flat().filter(({ sk }) => String(sk).startsWith(prefix));
  const { gained, lost } = activeChangesOf(of(customersPrefix));
  const idsOf = (kind: CountedIds): ReadonlySet<string> => distinct(of(chunkPrefixOf(kind)));
  const reports = idsOf('R');
  const single = Array.from(reports).filter((id) => !isOfBatch(id)).length;
  return {
    transitions: of(transitionPrefix).map(lineTransitionOf),
    customers: created + gained - lost,
    delivered: new Set([...delivered, ...idsOf('E')]).size,
    reports: reports.size,
    calls: single + sum(of(callCountPrefix).map(countedCallsOf)),
  };
};
