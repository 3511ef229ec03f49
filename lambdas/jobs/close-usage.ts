import type { Deadline } from '../kernel/deadline.ts';
import { TimeUp } from '../kernel/errors.ts';
import { closesAt, isCountable, recountOf, reviewAfterDays, type Recount } from '../domain/usage/closing.ts';
import { correctionOf } from '../domain/usage/usage-sum.ts';
import { daysAfter, utcDayOf, utcDaysBetween, type UtcDay } from '../domain/usage/utc-day.ts';
import type { Clock, Milliseconds } from '../kernel/time.ts';
import { readPartner } from '../store/partners/callers.ts';
import type { WorkKey } from '../store/table/keys.ts';
import type { Table } from '../store/table/table.ts';
import { claimWork, record, type Changes, type HeldWork } from '../store/table/work.ts';
import { countDay } from '../store/usage-reading/count-day.ts';
import { countHoldings } from '../store/usage-reading/count-holdings.ts';
import { readDayFacts } from '../store/usage-reading/day-facts.ts';
import { readUsageOfDay, type MeteredPartner } from '../store/usage-reading/open-days.ts';
import { keepOpenDay } from '../store/usage/day-counts.ts';
import { closeDay, correctDay, readClosedDay } from '../store/usage/usage-days.ts';
import { startsWith, usageHeadOf, waitsFor, waitsUntil } from '../store/usage/usage-head.ts';

/** A day of a partner, and how long ago it could first be closed. */
export interface LateDay {
  readonly partnerId: string;
  readonly day: UtcDay;
  readonly late: Milliseconds;
}

export interface CloseUsageDeps {
  readonly table: Table;
  readonly clock: Clock;
  readonly newId: (now: Milliseconds) => string;
  readonly deadline: Deadline;
  /** Is called before a day is closed. */
  readonly onOpenDay: (day: LateDay) => void;
  /** Is called when a day is not closed, or not reviewed, because facts of it may have expired. */
  readonly onLostDay: (step: 'close' | 'review', day: LateDay) => void;
}

/** The time after which a day that can't be closed is tried again: its alarm goes on. */
const pauseOfLost: Milliseconds = 30 * 60_000;

/** The closing of a partner's days under a lease. */
interface Closing {
  readonly deps: CloseUsageDeps;
  readonly partner: MeteredPartner;
  readonly until: Milliseconds;
  /** The first day that is not closed. */
  nextDay: UtcDay;
}

const lateDay = ({ deps, partner: { partnerId } }: Closing, day: UtcDay): LateDay => ({
  partnerId,
  day,
  late: deps.clock() - closesAt(day, partnerId),
});

/** Looks once for facts that a day has got after it was closed. */
const review = async (closing: Closing, day: UtcDay): Promise<void> => {
  const { deps, partner, until } = closing;
  const { partnerId } = partner;
  const closed = await readClosedDay(deps.table, partnerId, day);
  if (closed === null) return;
  if (!isCountable(day, deps.clock())) {
    deps.onLostDay('review', lateDay(closing, day));
    return;
  }
  const { usage } = await readUsageOfDay(deps, partner, day, 'review', until);
  const correction = correctionOf(closed.usage, usage);
  if (correction !== null) await correctDay(deps.table, partnerId, day, correction);
};

/** Counts the large days that are open. @returns null when there is none */
const countOpenDays = async ({ deps, partner, until, nextDay }: Closing): Promise<Recount | null> => {
  const { partnerId, sizes } = partner;
  const begun = deps.clock();
  let isAny = false;
  for (const day of utcDaysBetween(nextDay, utcDayOf(begun))) {
    const [of, at] = [{ partnerId, sizes, day }, deps.clock()];
    if ((await readDayFacts(deps.table, of)) !== null) continue;
    isAny = true;
    await keepOpenDay(deps.table, partnerId, day, await countDay(deps, of, null, until), at);
  }
  return isAny ? recountOf(begun, deps.clock()) : null;
};

/** Closes the days that have ended, oldest first. @returns whether all are closed @throws TimeUp */
const closeDays = async (closing: Closing): Promise<boolean> => {
  const { deps, partner, until } = closing;
  const { partnerId } = partner;
  for (; closesAt(closing.nextDay, partnerId) <= deps.clock(); closing.nextDay = daysAfter(closing.nextDay, 1)) {
    const { nextDay } = closing;
    if (deps.clock() >= until) throw new TimeUp();
    const late = lateDay(closing, nextDay);
    deps.onOpenDay(late);
    if (!isCountable(nextDay, deps.clock())) {
      deps.onLostDay('close', late);
      return false;
    }
    await closeDay(deps.table, partnerId, nextDay, await readUsageOfDay(deps, partner, nextDay, 'close', until));
    await review(closing, daysAfter(nextDay, -reviewAfterDays));
  }
  return true;
};

/** @returns the step that leaves the work */
const closeAndCount = async (closing: Closing): Promise<Changes> => {
  const { deps, partner } = closing;
  const { partnerId, head } = partner;
  const begun = deps.clock();
  try {
    if (!(await closeDays(closing))) return waitsUntil(deps.clock() + pauseOfLost, closing.nextDay);
    return waitsFor(partnerId, closing.nextDay, await countOpenDays(closing));
  } catch (error) {
    if (!(error instanceof TimeUp)) throw error;
    const isOnlyCounted = closesAt(closing.nextDay, partnerId) > deps.clock() && closing.nextDay === head.nextDay;
    // Without a day to close, the whole time was too short to count the open ones. They keep their last count.
    return isOnlyCounted
      ? waitsFor(partnerId, closing.nextDay, recountOf(begun, deps.clock()))
      : waitsUntil(deps.clock(), closing.nextDay);
  }
};

/**
 * Closes the days of a partner's usage that have ended, and reviews the days a week before. A closed day is never changed, so a step that is
 * repeated after a crash changes nothing. Large days that are open are counted for those who read them. Of a partner from before usage was
 * recorded, the first run counts what it had.
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
  await record(held, await closeAndCount({ deps, partner, until, nextDay: head.nextDay }));
};
