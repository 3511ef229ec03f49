import { coarseSpanOf } from '../../domain/directory.ts';
import { placesUntil, type Sizes } from '../../domain/size.ts';
import { endOfUtcDay, startOfUtcDay, type UtcDay } from '../../domain/usage/utc-day.ts';
import type { Milliseconds } from '../../kernel/time.ts';
import { keys } from '../table/keys.ts';
import { queryAll } from '../table/query.ts';
import { createdAttribute } from '../table/span-counts.ts';
import type { Item, Table } from '../table/table.ts';

/** A number of customers of each coarse span, in every lane. */
const readSpans = async (
  table: Table,
  partnerId: string,
  places: readonly (number | null)[],
  range: { readonly from: string; readonly to: string },
  attributes: readonly string[],
): Promise<readonly Item[]> => {
  const names = attributes.map((name, index) => [`#n${index}`, name] as const);
  const read = places.map((place) =>
    queryAll(table, {
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
      ProjectionExpression: names.map(([name]) => name).join(', '),
      ExpressionAttributeNames: Object.fromEntries(names),
      ExpressionAttributeValues: {
        ':pk': keys.spanCount(partnerId, 'C', place, 'C', '', '').pk,
        ':from': `C#${range.from}`,
        ':to': `C#${range.to}~`,
      },
      ConsistentRead: true,
    }),
  );
  return (await Promise.all(read)).flat();
};

const sumOf = (items: readonly Item[], attribute: string): number =>
  items.reduce((sum, { [attribute]: count }) => sum + (typeof count === 'number' ? count : 0), 0);

/** The customers that were created on a day: the spans of ids that list them count them by day, too. */
export const readCreatedCustomers = async (
  table: Table,
  partnerId: string,
  sizes: Sizes,
  day: UtcDay,
): Promise<number> => {
  const range = { from: coarseSpanOf(startOfUtcDay(day)), to: coarseSpanOf(endOfUtcDay(day) - 1) };
  const created = createdAttribute(day);
  return sumOf(await readSpans(table, partnerId, placesUntil(sizes, endOfUtcDay(day)), range, [created]), created);
};

/** The customers that are active now, without those that were created on some days. @param days the latest ones */
export const readOlderActiveCustomers = async (
  table: Table,
  partnerId: string,
  sizes: Sizes,
  days: readonly UtcDay[],
  now: Milliseconds,
): Promise<number> => {
  const created = days.map(createdAttribute);
  const spans = await readSpans(table, partnerId, placesUntil(sizes, now), { from: '', to: '' }, [
    'active',
    ...created,
  ]);
  return created.reduce((sum, attribute) => sum - sumOf(spans, attribute), sumOf(spans, 'active'));
};
