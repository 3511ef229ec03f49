import * as z from 'zod/mini';
import type { DayUsage, Usage } from '../../domain/usage/usage-day.ts';
import type { UtcDay } from '../../domain/usage/utc-day.ts';
import { tryPut } from '../table/conditional-write.ts';
import { keys } from '../table/keys.ts';
import { queryAll } from '../table/query.ts';
import { getItem } from '../table/read.ts';
import type { Item, Table } from '../table/table.ts';

const usageItem = z.object({
  slots_peak: z.number(),
  slot_days: z.number(),
  lines_connected: z.number(),
  customers_active: z.number(),
  events_delivered: z.number(),
  reports: z.number(),
  calls: z.number(),
});

const closedItem = z.object({
  usage: usageItem,
  end: z.object({ slots: z.number(), lines: z.number(), customers: z.number() }),
});
const correctionItem = z.object({ usage: usageItem });

/** Writes what is written once only. What is there stays. */
const putOnce = async (table: Table, item: Item): Promise<void> => {
  await tryPut(table, { Item: { ...item }, ConditionExpression: 'attribute_not_exists(pk)' });
};

/** Closes a day. A day that is closed stays as it is. */
export const closeDay = (table: Table, partnerId: string, day: UtcDay, closed: DayUsage): Promise<void> =>
  putOnce(table, { ...keys.usageDay(partnerId, 'D', day), ...closed });

/** Records what was found after a day was closed. A day has one correction at most. */
export const correctDay = (table: Table, partnerId: string, day: UtcDay, usage: Usage): Promise<void> =>
  putOnce(table, { ...keys.usageDay(partnerId, 'X', day), usage });

export const readClosedDay = async (table: Table, partnerId: string, day: UtcDay): Promise<DayUsage | null> => {
  const item = await getItem(table, keys.usageDay(partnerId, 'D', day));
  return item === undefined ? null : closedItem.parse(item);
};

const dayOfKey = ({ sk }: Item): UtcDay => String(sk).slice(2);

const readRange = async (
  table: Table,
  partnerId: string,
  kind: 'D' | 'X',
  from: UtcDay,
  to: UtcDay,
): Promise<readonly Item[]> => {
  const [first, last] = [keys.usageDay(partnerId, kind, from), keys.usageDay(partnerId, kind, to)];
  return queryAll(table, {
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
    ExpressionAttributeValues: { ':pk': first.pk, ':first': first.sk, ':last': last.sk },
    ConsistentRead: true,
  });
};

/** The closed days from `from` to `to`, both included. */
export const readClosedDays = async (
  table: Table,
  partnerId: string,
  from: UtcDay,
  to: UtcDay,
): Promise<ReadonlyMap<UtcDay, Usage>> =>
  new Map(
    (await readRange(table, partnerId, 'D', from, to)).map((item) => [dayOfKey(item), closedItem.parse(item).usage]),
  );

/** The corrections of the days from `from` to `to`, both included. */
export const readCorrections = async (
  table: Table,
  partnerId: string,
  from: UtcDay,
  to: UtcDay,
): Promise<ReadonlyMap<UtcDay, Usage>> =>
  new Map(
    (await readRange(table, partnerId, 'X', from, to)).map((item) => [
      dayOfKey(item),
      correctionItem.parse(item).usage,
    ]),
  );
