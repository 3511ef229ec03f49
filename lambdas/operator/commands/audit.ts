import * as z from 'zod/mini';
import { parseDateTime } from '../../kernel/date-time.ts';
import { dateTime, uuid } from '../../api/fields.ts';
import { ServiceError } from '../../kernel/errors.ts';
import { day, isoOf, type Milliseconds } from '../../kernel/time.ts';
import { readAudit, type AuditEntry, type AuditFilter } from '../../store/partners/audit.ts';
import { command, type OperatorDeps } from '../command.ts';

const usualPeriod: Milliseconds = 30 * day;
const longestPeriod: Milliseconds = 10 * 366 * day;
/** Entries of one read, and the least entries of a page. */
const pageSize = 100;

/** A position in the trail: a month, and the entry before which the page begins. */
const cursorForm = /^(\d{4}-\d{2})\/([0-9a-f-]{36}|)$/;

/** @param month such as `2026-07` */
export const monthBefore = (month: string): string => isoOf(Date.parse(`${month}-01`) - 1).slice(0, 7);

interface Place {
  readonly month: string;
  readonly before: string | null;
}

const placeOf = (cursor: string | undefined, until: string): Place => {
  if (cursor === undefined) return { month: until.slice(0, 7), before: null };
  const [, month, before] = cursorForm.exec(cursor) ?? [];
  if (month === undefined || before === undefined) {
    throw new ServiceError('validation_failed', 'cursor must be one that audit list answered with');
  }
  return { month, before: before === '' ? null : before };
};

interface Found {
  readonly entries: readonly AuditEntry[];
  readonly cursor: string | null;
}

/** Reads back month by month until the page is full or the period ends. */
const readBack = async (deps: OperatorDeps, filter: AuditFilter, from: Place): Promise<Found> => {
  const entries: AuditEntry[] = [];
  let place = from;
  while (entries.length < pageSize) {
    const page = await readAudit(deps.table, place.month, filter, place.before, pageSize);
    entries.push(...page.entries);
    if (page.next !== null) place = { ...place, before: page.next };
    else if (place.month <= filter.since.slice(0, 7)) return { entries, cursor: null };
    else place = { month: monthBefore(place.month), before: null };
  }
  return { entries, cursor: `${place.month}/${place.before ?? ''}` };
};

/** Audit entries, newest first: of the last 30 days, or of another period. */
export const listAudit = command({
  input: z.object({
    since: z.optional(dateTime),
    until: z.optional(dateTime),
    partner_id: z.optional(uuid),
    cursor: z.optional(z.string()),
  }),
  run: async (deps, run, given) => {
    const until = given.until === undefined ? run.now : (parseDateTime(given.until) ?? run.now);
    const since = given.since === undefined ? until - usualPeriod : (parseDateTime(given.since) ?? run.now);
    if (since > until || until - since > longestPeriod) {
      throw new ServiceError('validation_failed', 'since must be before until, by ten years at most');
    }
    const filter = { since: isoOf(since), until: isoOf(until), partnerId: given.partner_id ?? null };
    return { ...(await readBack(deps, filter, placeOf(given.cursor, filter.until))) };
  },
});
