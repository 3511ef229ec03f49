import type { Deadline } from '../domain/deadline.ts';
import { closesAt, reviewAfterDays } from '../domain/usage/closing.ts';
import { correctionOf } from '../domain/usage/usage-sum.ts';
import { daysAfter, type UtcDay } from '../domain/usage/utc-day.ts';
import type { Clock, Milliseconds } from '../domain/time.ts';
import { readPartner } from '../store/partners/callers.ts';
import type { WorkKey } from '../store/table/keys.ts';
import type { Table } from '../store/table/table.ts';
import { claimWork, record, type HeldWork } from '../store/table/work.ts';
import { countHoldings } from '../store/usage-reading/count-holdings.ts';
import { readUsageOfDay, type MeteredPartner } from '../store/usage-reading/open-days.ts';
import { closeDay, correctDay, readClosedDay } from '../store/usage/usage-days.ts';
import { startsWith, usageHeadOf, waitsFor } from '../store/usage/usage-head.ts';

export interface CloseUsageDeps {
  readonly table: Table;
  readonly clock: Clock;
  readonly newId: (now: Milliseconds) => string;
  readonly deadline: Deadline;
}

/** Looks once for facts that a day has got after it was closed. */
const review = async (table: Table, partner: MeteredPartner, day: UtcDay): Promise<void> => {
  const closed = await readClosedDay(table, partner.partnerId, day);
  if (closed === null) return;
  const { usage } = await readUsageOfDay(table, partner, day);
  const correction = correctionOf(closed.usage, usage);
  if (correction !== null) await correctDay(table, partner.partnerId, day, correction);
};

/**
 * Closes the days of a partner's usage that have ended, oldest first, and reviews the days a week before. A closed day is never changed, so
 * a step that is repeated after a crash changes nothing. Of a partner from before usage was recorded, the first run counts what it had.
 * @param until the time to stop; the next run continues @throws WorkLost
 */
export const closeUsage = async (
  deps: CloseUsageDeps,
  work: WorkKey<'usageClose'>,
  until: Milliseconds,
): Promise<void> => {
  const claim = await claimWork(deps, work);
  if (claim === null) return;
  const { table, clock } = deps;
  const { partnerId } = work;
  const held: HeldWork = { table, key: work, lease: claim.lease };
  const sizes = (await readPartner(table, partnerId))?.sizes ?? [];
  const head = usageHeadOf(claim.item);
  if (head.start === null) {
    const start = await countHoldings(table, partnerId, sizes, head.firstDay, clock());
    await record(held, startsWith(partnerId, head.firstDay, start));
    return;
  }
  const partner = { partnerId, sizes, head };
  let { nextDay } = head;
  for (; closesAt(nextDay, partnerId) <= clock() && clock() < until; nextDay = daysAfter(nextDay, 1)) {
    await closeDay(table, partnerId, nextDay, await readUsageOfDay(table, partner, nextDay));
    await review(table, partner, daysAfter(nextDay, -reviewAfterDays));
  }
  await record(held, waitsFor(partnerId, nextDay));
};
