import { hoursInDay, hourLength, inclusive } from '@swift-worker/time-index/time-grid.ts';
import { TimeUp } from '../../kernel/errors.ts';
import { mapLimited } from '../../kernel/map-limited.ts';
import type { Clock, Milliseconds } from '../../kernel/time.ts';
import { LineTally } from '../../domain/usage/line-tally.ts';
import type { DayFacts } from '../../domain/usage/usage-day.ts';
import { startOfUtcDay } from '../../domain/usage/utc-day.ts';
import { queryFew, queryPages, type Query } from '../table/query.ts';
import type { Table } from '../table/table.ts';
import { keepPart, readParts, type Pass } from '../usage/day-counts.ts';
import { chunkPrefixOf, idsOfChunk, reportsOfHour, reportsWithoutHour } from '../usage/id-chunks.ts';
import { eventJournalPages } from '../webhooks/event-journal.ts';
import { countIds, type IdCount, type IdPages } from './count-ids.ts';
import { deliveredOnTheirDay, readCustomerChange } from './day-facts.ts';
import { chunksWith, factsBetween, lineAndCallFacts, tallied, type PartnerDay } from './fact-queries.ts';

export interface CountDeps {
  readonly table: Table;
  readonly clock: Clock;
}

/** A part of a day's ids. No id is in two parts of a kind. */
interface Part {
  readonly kind: 'reports' | 'events';
  readonly name: string;
  readonly read: () => IdPages;
}

/** So that the ids of some parts and their pages are in memory at once. */
const partsAtOnce = 4;

async function* chunkPages(table: Table, query: Query): AsyncGenerator<Uint8Array> {
  for await (const page of queryPages(table, query)) yield* page.map(idsOfChunk);
}

async function* deliveredPages(table: Table, { partnerId, day }: PartnerDay, hour: number): AsyncGenerator<Uint8Array> {
  const from = startOfUtcDay(day) + hour * hourLength;
  const pages = eventJournalPages(table, partnerId, { from, to: from + hourLength - 1 });
  for await (const rows of pages) yield deliveredOnTheirDay(rows, day);
}

const hours = inclusive(0, hoursInDay - 1);

/** Of a day with chunks of an earlier version, whose ids are of any hour, the reports are one part. */
const reportParts = async (table: Table, of: PartnerDay): Promise<readonly Part[]> => {
  const kind = 'reports';
  const withoutHour = await queryFew(table, factsBetween(of, null, reportsWithoutHour), 0);
  if (withoutHour?.length !== 0) {
    return [{ kind, name: 'R', read: () => chunkPages(table, chunksWith(of, chunkPrefixOf('R'))) }];
  }
  return hours.map((hour) => ({
    kind,
    name: `R${hour}`,
    read: () => chunkPages(table, factsBetween(of, null, reportsOfHour(hour))),
  }));
};

/** An event has one hour of creation; those that were delivered on a later day have chunks. */
const eventParts = (table: Table, of: PartnerDay): readonly Part[] => [
  { kind: 'events', name: 'E', read: () => chunkPages(table, chunksWith(of, chunkPrefixOf('E'))) },
  ...hours.map((hour): Part => ({ kind: 'events', name: `V${hour}`, read: () => deliveredPages(table, of, hour) })),
];

const countLinesAndCalls = async (table: Table, of: PartnerDay): Promise<Pick<DayFacts, 'lines' | 'calls'>> => {
  const lines = new LineTally();
  let calls = 0;
  for (const query of lineAndCallFacts(of)) {
    for await (const page of queryPages(table, query)) calls += tallied(lines, page);
  }
  return { lines: lines.done(), calls };
};

const sumOf = (counts: readonly (readonly [Part['kind'], IdCount])[], kind: Part['kind']): IdCount =>
  counts
    .filter(([of]) => of === kind)
    .reduce((sum, [, { all, single }]) => ({ all: sum.all + all, single: sum.single + single }), { all: 0, single: 0 });

/**
 * Counts the facts of a large day in bounded memory, part after part.
 * @param pass null for a look at an open day; otherwise each part is counted once, and another worker goes on with the rest
 * @throws TimeUp when the time was too short
 */
export const countDay = async (
  { table, clock }: CountDeps,
  of: PartnerDay,
  pass: Pass | null,
  until: Milliseconds,
): Promise<DayFacts> => {
  const { partnerId, day } = of;
  const known = pass === null ? new Map<never, never>() : await readParts(table, partnerId, day, pass);
  const parts = [...(await reportParts(table, of)), ...eventParts(table, of)];
  const counts = await mapLimited(parts, partsAtOnce, async ({ kind, name, read }) => {
    const before = known.get(name);
    if (before !== undefined) return [kind, before] as const;
    if (clock() >= until) throw new TimeUp();
    const counted = await countIds(read);
    if (pass !== null && counted.all > 0) await keepPart(table, partnerId, day, pass, name, counted);
    return [kind, counted] as const;
  });
  const [{ lines, calls }, customers] = await Promise.all([
    countLinesAndCalls(table, of),
    readCustomerChange(table, of),
  ]);
  const reports = sumOf(counts, 'reports');
  return {
    lines,
    customers,
    delivered: sumOf(counts, 'events').all,
    reports: reports.all,
    calls: calls + reports.single,
  };
};
