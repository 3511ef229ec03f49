import { placesUntil, type Sizes } from '../../domain/size.ts';
import { LineTally } from '../../domain/usage/line-tally.ts';
import type { DayFacts, LineTransition } from '../../domain/usage/usage-day.ts';
import { endOfUtcDay, type UtcDay } from '../../domain/usage/utc-day.ts';
import { queryAll, queryFew, type Query } from '../table/query.ts';
import type { Item, Table } from '../table/table.ts';
import { readFewEvents } from '../webhooks/event-journal.ts';
import type { EventRow } from '../webhooks/event-row.ts';
import { activeChangesOf, type ActiveChanges } from '../usage/customer-changes.ts';
import { chunkPrefixOf, idsOfChunk } from '../usage/id-chunks.ts';
import { bytesOfIds } from '../usage/id-codec.ts';
import { lineTransitionOf, transitionPrefix } from '../usage/line-transitions.ts';
import { readCreatedCustomers } from './counted-customers.ts';
import { countIds } from './count-ids.ts';
import {
  chunksWith,
  customerFacts,
  factsBetween,
  lineAndCallFacts,
  tallied,
  timeOfDay,
  type PartnerDay,
} from './fact-queries.ts';

/** A day with more bytes of one kind of facts is large. They take 40 read units; 20,000 reports in full chunks, or 2,000 that came one by one. */
export const fewBytes = 320 * 1024;

/** The transitions of a partner's instances on a day. */
export const readTransitions = async (
  table: Table,
  partnerId: string,
  sizes: Sizes,
  day: UtcDay,
): Promise<readonly LineTransition[]> => {
  const range = { first: transitionPrefix, last: `${transitionPrefix}~` };
  const read = placesUntil(sizes, endOfUtcDay(day)).map((place) =>
    queryAll(table, { ...factsBetween({ partnerId, sizes, day }, place, range), ConsistentRead: true }),
  );
  return (await Promise.all(read)).flat().map(lineTransitionOf);
};

/** The changes of a partner's existing customers on a day. */
export const readActiveChanges = async (table: Table, of: PartnerDay): Promise<ActiveChanges> =>
  activeChangesOf(await queryAll(table, customerFacts(of)));

/** Customers that became active on a day, less those that stopped being so. */
export const readCustomerChange = async (table: Table, of: PartnerDay): Promise<number> => {
  const [{ gained, lost }, created] = await Promise.all([
    readActiveChanges(table, of),
    readCreatedCustomers(table, of.partnerId, of.sizes, of.day),
  ]);
  return created + gained - lost;
};

/** The ids of the events that were delivered on the day of their creation. */
export const deliveredOnTheirDay = (rows: readonly EventRow[], day: UtcDay): Uint8Array =>
  bytesOfIds(rows.filter(({ firstDelivered }) => firstDelivered === day).map(({ id }) => id));

const countChunks = (items: readonly Item[]) => countIds(() => items.map(idsOfChunk));

/** The most that a transition or a count of calls takes. */
const smallItem = 512;

/** Each place has its share of the bytes. */
const readFewOfEach = async (table: Table, queries: readonly Query[]): Promise<readonly Item[] | null> => {
  const share = fewBytes / queries.length;
  const read = await Promise.all(queries.map((query) => queryFew(table, query, share, Math.ceil(share / smallItem))));
  const whole = read.filter((items) => items !== null);
  return whole.length < queries.length ? null : whole.flat();
};

/**
 * The facts of a partner's day as they are now; null when the day is large: then they have to be counted, see `countDay`. So it takes a
 * bounded number of read units.
 */
export const readDayFacts = async (table: Table, of: PartnerDay): Promise<DayFacts | null> => {
  const [linesAndCalls, late, reports, rows, customers] = await Promise.all([
    readFewOfEach(table, lineAndCallFacts(of)),
    queryFew(table, chunksWith(of, chunkPrefixOf('E')), fewBytes),
    queryFew(table, chunksWith(of, chunkPrefixOf('R')), fewBytes),
    readFewEvents(table, of.partnerId, timeOfDay(of.day), fewBytes),
    readCustomerChange(table, of),
  ]);
  if (linesAndCalls === null || late === null || reports === null || rows === null) return null;
  const lines = new LineTally();
  const calls = tallied(lines, linesAndCalls);
  const [own, later, reported] = await Promise.all([
    countIds(() => [deliveredOnTheirDay(rows, of.day)]),
    countChunks(late),
    countChunks(reports),
  ]);
  return {
    lines: lines.done(),
    customers,
    // An event has a day of creation, so none is in both.
    delivered: own.all + later.all,
    reports: reported.all,
    calls: calls + reported.single,
  };
};
