import * as z from 'zod/mini';
import { invalidState, type ServiceError } from '../../kernel/errors.ts';
import { daysOfMonth, monthOfCorrection, reviewAfterDays } from '../../domain/usage/closing.ts';
import type { Usage } from '../../domain/usage/usage-day.ts';
import { sumOfDays } from '../../domain/usage/usage-sum.ts';
import { daysAfter, utcDayOf, type UtcDay } from '../../domain/usage/utc-day.ts';
import { uuid } from '../../api/fields.ts';
import { mapLimited } from '../../kernel/map-limited.ts';
import { listPartners } from '../../store/partners/partners.ts';
import { commit } from '../../store/table/commit.ts';
import type { Table } from '../../store/table/table.ts';
import { readClosedDays, readCorrections } from '../../store/usage/usage-days.ts';
import { beginUsageClause, readUsageHead, withoutUsage } from '../../store/usage/usage-head.ts';
import { command, retried } from '../command.ts';

/** Partners of one answer of the export. */
const pageSize = 500;
/** Partners whose usage one run begins. A transaction has at most 100 writes. */
const mostBegun = 99;
const readAtOnce = 16;

/** The usage of a partner's month, or the correction of one of its days. */
interface UsageLine extends Usage {
  readonly partner_id: string;
  readonly line: 'usage' | 'correction';
  /** The month, or the day that is corrected. */
  readonly date: string;
}

const notClosed = (month: string, partnerId: string, nextDay: UtcDay): ServiceError =>
  invalidState('open', `the month ${month} is not closed: ${nextDay} of partner ${partnerId} is open`, {
    partner_id: partnerId,
    next_day: nextDay,
  });

const notBegun = (partnerId: string): ServiceError =>
  invalidState('not_begun', `the usage of partner ${partnerId} has not begun: run "usage begin"`, {
    partner_id: partnerId,
  });

/**
 * A partner's lines of a month, from what is never changed: closed days, and the corrections that were found in the month. A partner has none
 * for the months before its first recorded day.
 * @throws ServiceError invalid_state when a day of the month is not closed
 */
const linesOf = async (table: Table, month: string, partnerId: string): Promise<readonly UsageLine[]> => {
  const days = daysOfMonth(month);
  const [first = '', last = ''] = [days[0], days.at(-1)];
  const head = await readUsageHead(table, partnerId);
  if (head === null) throw notBegun(partnerId);
  if (head.firstDay > last) return [];
  if (head.nextDay <= last) throw notClosed(month, partnerId, head.nextDay);
  const [closed, corrections] = await Promise.all([
    readClosedDays(table, partnerId, first, last),
    readCorrections(table, partnerId, daysAfter(first, -reviewAfterDays), last),
  ]);
  const found = Array.from(corrections).filter(([day]) => monthOfCorrection(day) === month);
  return [
    { partner_id: partnerId, line: 'usage', date: month, ...sumOfDays(Array.from(closed.values())) },
    ...found.map(([day, usage]): UsageLine => ({ partner_id: partnerId, line: 'correction', date: day, ...usage })),
  ];
};

/** The usage of a closed month of all partners with a recorded day in it: the same lines at any time. */
export const exportUsage = command({
  input: z.object({
    month: z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/)),
    format: z._default(z.enum(['csv', 'json']), 'csv'),
    after: z.optional(uuid),
  }),
  run: async ({ table, keyEnvironment }, run, { month, format, after = '' }) => {
    const end = daysOfMonth(month).at(-1) ?? '';
    if (utcDayOf(run.now) <= end) throw invalidState('not_ended', `the month ${month} has not ended`);
    const all = await listPartners(table);
    const left = all
      .filter(({ partner_id: id, created_at: at }) => id > after && at.slice(0, 10) <= end)
      .toSorted((one, other) => (one.partner_id < other.partner_id ? -1 : 1));
    const page = left.slice(0, pageSize);
    const lines = await mapLimited(page, readAtOnce, ({ partner_id: id }) => linesOf(table, month, id));
    const billing = keyEnvironment === 'live' ? 'production' : 'test';
    const cursor = left.length > pageSize ? (page.at(-1)?.partner_id ?? null) : null;
    return { month, billing, format, lines: lines.flat(), cursor };
  },
});

/** Begins the usage of partners from before it was recorded, some in a run, with the next UTC day: the first one of which all facts are recorded. */
export const beginUsage = retried({
  input: z.object({}),
  run: async ({ table }, run) => {
    const partners = await listPartners(table);
    const left = await withoutUsage(
      table,
      partners.map(({ partner_id: id }) => id),
    );
    const some = left.slice(0, mostBegun);
    const firstDay = daysAfter(utcDayOf(run.now), 1);
    const begun = { partners: some.length, left: left.length - some.length, first_day: firstDay };
    if (some.length === 0) return begun;
    const subject = { partners: String(some.length), first_day: firstDay };
    await commit(table, [...some.map((id) => beginUsageClause(table, id, firstDay)), run.audit(subject)]);
    return begun;
  },
});
