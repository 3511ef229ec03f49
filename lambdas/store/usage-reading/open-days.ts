import type { Sizes } from '../../domain/size.ts';
import { noHoldings, usageOfDay, type DayUsage, type Holdings } from '../../domain/usage/usage-day.ts';
import { daysAfter, utcDaysBetween, type UtcDay } from '../../domain/usage/utc-day.ts';
import type { Table } from '../table/table.ts';
import { readDayFacts } from './day-facts.ts';
import { readClosedDay } from '../usage/usage-days.ts';
import type { UsageHead } from '../usage/usage-head.ts';

/** Whose usage is read. */
export interface MeteredPartner {
  readonly partnerId: string;
  readonly sizes: Sizes;
  readonly head: UsageHead;
}

/** What the partner had when a day began. The day must be the first one, or the day before must be closed. */
const heldAtStart = async (table: Table, { partnerId, head }: MeteredPartner, day: UtcDay): Promise<Holdings> => {
  if (day === head.firstDay) return head.start ?? noHoldings;
  const before = await readClosedDay(table, partnerId, daysAfter(day, -1));
  if (before === null) throw new Error(`the day before ${day} is not closed`);
  return before.end;
};

/** The usage of a day by its facts. The day must be the first one, or the day before must be closed. */
export const readUsageOfDay = async (table: Table, partner: MeteredPartner, day: UtcDay): Promise<DayUsage> => {
  const [start, facts] = await Promise.all([
    heldAtStart(table, partner, day),
    readDayFacts(table, partner.partnerId, partner.sizes, day),
  ]);
  return usageOfDay(start, facts);
};

/** The usage of the days from the first one that is not closed, by their facts. */
export const readOpenDays = async (
  table: Table,
  partner: MeteredPartner,
  last: UtcDay,
): Promise<ReadonlyMap<UtcDay, DayUsage['usage']>> => {
  const { partnerId, sizes, head } = partner;
  const days = utcDaysBetween(head.nextDay, last);
  if (days.length === 0) return new Map();
  const [held, facts] = await Promise.all([
    heldAtStart(table, partner, head.nextDay),
    Promise.all(days.map((day) => readDayFacts(table, partnerId, sizes, day))),
  ]);
  const open = new Map<UtcDay, DayUsage['usage']>();
  let start = held;
  for (const [index, day] of days.entries()) {
    const of = facts[index];
    if (of === undefined) break;
    const { usage, end } = usageOfDay(start, of);
    open.set(day, usage);
    start = end;
  }
  return open;
};
