import type { Sizes } from '../../domain/size.ts';
import type { Usage } from '../../domain/usage/usage-day.ts';
import { corrected, noUsage } from '../../domain/usage/usage-sum.ts';
import { isCountable } from '../../domain/usage/closing.ts';
import type { UsageRange } from '../../domain/usage/usage-range.ts';
import { utcDaysBetween, type UtcDay } from '../../domain/usage/utc-day.ts';
import type { Milliseconds } from '../../kernel/time.ts';
import type { Table } from '../table/table.ts';
import { readOpenDays } from './open-days.ts';
import { readClosedDays, readCorrections } from '../usage/usage-days.ts';
import { readUsageHead } from '../usage/usage-head.ts';

/**
 * The usage of each recorded day of a range: of closed days with their corrections, of the others by their facts. Days before the partner's
 * first one are not recorded, and those that can't be counted any more are left out.
 * @throws ServiceError temporarily_unavailable before the first count of a large day
 */
export const readUsage = async (
  table: Table,
  partnerId: string,
  sizes: Sizes,
  { from, to }: UsageRange,
  now: Milliseconds,
): Promise<ReadonlyMap<UtcDay, Usage>> => {
  const head = await readUsageHead(table, partnerId);
  if (head === null || head.start === null) return new Map();
  const first = from > head.firstDay ? from : head.firstDay;
  if (first > to) return new Map();
  const [closed, corrections, open] = await Promise.all([
    readClosedDays(table, partnerId, first, to),
    readCorrections(table, partnerId, first, to),
    readOpenDays(table, { partnerId, sizes, head }, to, now),
  ]);
  return new Map(
    utcDaysBetween(first, to).flatMap((day) => {
      const usage = closed.get(day) ?? open.get(day);
      if (usage !== undefined) return [[day, corrected(usage, corrections.get(day) ?? noUsage)]];
      if (isCountable(head.nextDay, now)) throw new Error(`the usage of ${day} is missing`);
      return [];
    }),
  );
};
