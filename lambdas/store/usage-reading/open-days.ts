import { temporarilyUnavailable } from '../../kernel/errors.ts';
import { isCountable } from '../../domain/usage/closing.ts';
import type { Sizes } from '../../domain/size.ts';
import type { Milliseconds } from '../../kernel/time.ts';
import { noHoldings, usageOfDay, type DayFacts, type DayUsage, type Holdings } from '../../domain/usage/usage-day.ts';
import { daysAfter, utcDaysBetween, type UtcDay } from '../../domain/usage/utc-day.ts';
import type { Table } from '../table/table.ts';
import { readOpenDay, type Pass } from '../usage/day-counts.ts';
import { readClosedDay } from '../usage/usage-days.ts';
import { countAgain, type UsageHead } from '../usage/usage-head.ts';
import { countDay, type CountDeps } from './count-day.ts';
import { readDayFacts } from './day-facts.ts';

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

/**
 * The usage of a day by its facts. The day must be the first one, or the day before must be closed.
 * @throws TimeUp when the day is large and the time was too short
 */
export const readUsageOfDay = async (
  deps: CountDeps,
  partner: MeteredPartner,
  day: UtcDay,
  pass: Pass,
  until: Milliseconds,
): Promise<DayUsage> => {
  const of = { partnerId: partner.partnerId, sizes: partner.sizes, day };
  const [start, few] = await Promise.all([heldAtStart(deps.table, partner, day), readDayFacts(deps.table, of)]);
  return usageOfDay(start, few ?? (await countDay(deps, of, pass, until)));
};

/** The facts of an open day: of a large one as they were last counted. @throws ServiceError temporarily_unavailable before its first count */
const readOpenFacts = async (
  table: Table,
  { partnerId, sizes, head }: MeteredPartner,
  day: UtcDay,
  now: Milliseconds,
): Promise<DayFacts> => {
  // Without a time of the next count there was none.
  const counted = head.recountAt === null ? null : await readOpenDay(table, partnerId, day);
  if (counted !== null) {
    if ((head.recountAt ?? 0) <= now) await countAgain(table, partnerId, now);
    return counted;
  }
  const few = await readDayFacts(table, { partnerId, sizes, day });
  if (few !== null) return few;
  await countAgain(table, partnerId, now);
  throw temporarilyUnavailable(`the usage of ${day} is being counted`, secondsOfCount);
};

/** In so many seconds most large days are counted. */
const secondsOfCount = 5;

/** The usage of the days from the first one that is not closed. A day whose facts may have expired, and those after it, are left out. */
export const readOpenDays = async (
  table: Table,
  partner: MeteredPartner,
  last: UtcDay,
  now: Milliseconds,
): Promise<ReadonlyMap<UtcDay, DayUsage['usage']>> => {
  const { head } = partner;
  const days = utcDaysBetween(head.nextDay, last);
  if (days.length === 0 || !isCountable(head.nextDay, now)) return new Map();
  const [held, facts] = await Promise.all([
    heldAtStart(table, partner, head.nextDay),
    Promise.all(days.map(async (day) => [day, await readOpenFacts(table, partner, day, now)] as const)),
  ]);
  const open = new Map<UtcDay, DayUsage['usage']>();
  let start = held;
  for (const [day, of] of facts) {
    const { usage, end } = usageOfDay(start, of);
    open.set(day, usage);
    start = end;
  }
  return open;
};
