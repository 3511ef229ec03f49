import * as z from 'zod/mini';
import { invalidState, ServiceError } from '../../kernel/errors.ts';
import { day, isoOf } from '../../kernel/time.ts';
import { commit } from '../../store/table/commit.ts';
import { monthBefore } from './audit.ts';
import { command, type AuditCopies, type OperatorDeps, type Run } from '../command.ts';
import { verifyPage, type Finding, type PageFindings } from '../verify-audit.ts';

const month = z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/));

/** A position: a month, and the entry after which the page begins. */
const cursorForm = /^(\d{4}-\d{2})\/(.*)$/s;

const monthAfter = (of: string): string => isoOf(Date.parse(`${of}-28`) + 5 * day).slice(0, 7);

interface Period {
  readonly since: string;
  readonly until: string;
}

/** @throws ServiceError for a period that has no copies */
const periodOf = ({ years }: AuditCopies, now: number, since?: string, until?: string): Period => {
  const current = isoOf(now).slice(0, 7);
  const last = until ?? current;
  const first = since ?? monthBefore(last);
  if (first > last || last > current) {
    throw new ServiceError('validation_failed', 'since must not be after until, and until not after this month');
  }
  const oldest = `${Number(current.slice(0, 4)) - years}${current.slice(4)}`;
  if (first < oldest) {
    throw new ServiceError(
      'validation_failed',
      `copies are kept for ${years} years: since must not be before ${oldest}`,
    );
  }
  return { since: first, until: last };
};

const placeOf = (cursor: string | undefined, { since, until }: Period) => {
  if (cursor === undefined) return { month: since, after: null };
  const [, at, after] = cursorForm.exec(cursor) ?? [];
  if (at === undefined || after === undefined || at < since || at > until) {
    throw new ServiceError('validation_failed', 'cursor must be one that audit verify answered with');
  }
  return { month: at, after: after === '' ? null : after };
};

/** @param next the entry that the next page of the month begins after; null after its last page */
const cursorAfter = (at: string, next: string | null, { until }: Period): string | null => {
  if (next !== null) return `${at}/${next}`;
  return at === until ? null : `${monthAfter(at)}/`;
};

/** Has the entries of a page copied that the bucket does not have. @returns their number */
const fill = async (deps: OperatorDeps, copies: AuditCopies, run: Run, page: PageFindings): Promise<number> => {
  const missing = page.findings.flatMap((found) => (found.kind === 'missing' ? [found] : []));
  if (missing.length === 0) return 0;
  await commit(deps.table, [run.audit({ month: page.month, entries: String(missing.length) })]);
  await copies.send(
    missing.map(({ id, item }) => ({
      change: 'INSERT',
      month: page.month,
      id,
      after: item,
      before: null,
      sequenceNumber: null,
      at: null,
    })),
  );
  return missing.length;
};

const shown = (of: string) => (found: Finding) => ({ kind: found.kind, month: of, id: found.id });

/**
 * Compares a page of the audit trail with its copies, the oldest month first: of this month and the one before, or of another period.
 * With `copy`, entries that are missing in the bucket are copied.
 */
export const verifyAudit = command({
  input: z.object({
    since: z.optional(month),
    until: z.optional(month),
    cursor: z.optional(z.string()),
    copy: z.optional(z.boolean()),
  }),
  run: async (deps, run, { since, until, cursor, copy = false }) => {
    const copies = deps.auditCopies;
    if (copies === null) {
      throw invalidState('no_copies', 'the stage has no copies of the audit trail: it has no auditCopy');
    }
    const period = periodOf(copies, run.now, since, until);
    const place = placeOf(cursor, period);
    const page = await verifyPage({ table: deps.table, bucket: copies.bucket }, place, run.now);
    const sent = copy ? await fill(deps, copies, run, page) : 0;
    return {
      ...period,
      entries: page.entries,
      on_their_way: page.onTheirWay,
      sent,
      changes: page.changes,
      findings: page.findings.filter(({ kind }) => sent === 0 || kind !== 'missing').map(shown(place.month)),
      cursor: cursorAfter(place.month, page.next, period),
    };
  },
});
