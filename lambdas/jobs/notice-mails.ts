import { isAdmin } from '../domain/access.ts';
import { noticeMailOf, type FailedMail, type MailedNotice, type NoticeMailer } from '../domain/notice-mail.ts';
import { wantedCategories } from '../domain/notification-preferences.ts';
import { countedAs } from '../domain/notification.ts';
import { quietUntil } from '../domain/notice-settings.ts';
import type { Member } from '../domain/team.ts';
import type { Deadline } from '../kernel/deadline.ts';
import type { Clock, Milliseconds } from '../kernel/time.ts';
import { work as workTable } from '../kernel/work.ts';
import { instanceRecordOf } from '../store/instances/instances.ts';
import { readPreferences } from '../store/notifications/member-inbox.ts';
import {
  addToMail,
  endMail,
  mailedMembers,
  memberMailOf,
  tryAgain,
  type HeldMail,
  type PendingNotice,
} from '../store/notifications/notice-mails.ts';
import { addressedOf, storedNotificationOf } from '../store/notifications/notification-list.ts';
import { readPartner } from '../store/partners/callers.ts';
import { memberOf, readMemberRecord } from '../store/partners/members.ts';
import { keys, type WorkKey } from '../store/table/keys.ts';
import { getItems } from '../store/table/read.ts';
import type { Table } from '../store/table/table.ts';
import { claimWork, finished, paused, record } from '../store/table/work.ts';

export interface NoticeMailDeps {
  readonly table: Table;
  readonly clock: Clock;
  readonly newId: (now: Milliseconds) => string;
  readonly deadline: Deadline;
  /** Null on a stage that sends no notices. */
  readonly mailer: NoticeMailer | null;
  readonly onSent: () => void;
  readonly onFailed: (mail: FailedMail) => void;
}

/** The categories that a member may see and wants to. */
const wantedBy = async (table: Table, { partner_id: partnerId, member_id: memberId, role }: Member) => {
  const reader = { partnerId, memberId, isAdmin: isAdmin(role) };
  return wantedCategories(await readPreferences(table, reader), reader.isAdmin);
};

const readMember = async (table: Table, partnerId: string, memberId: string): Promise<Member | null> => {
  const found = await readMemberRecord(table, memberId);
  const member = found === null ? null : memberOf(found, partnerId);
  return member === null || member.pending ? null : member;
};

/**
 * Adds a critical notification to the next mail of each member who wants it by mail. A repetition adds nothing. What a member does not want
 * takes no place among those that a mail holds.
 */
export const spreadNotice = async (deps: NoticeMailDeps, work: WorkKey<'criticalNotice'>): Promise<void> => {
  const claim = await claimWork(deps, work);
  if (claim === null) return;
  const { table, mailer } = deps;
  const { partnerId, notificationId: id } = work;
  const notice: PendingNotice = { for: addressedOf(claim.item).audience ?? 'all', id };
  const members = mailer === null ? [] : await mailedMembers(table, partnerId);
  for (const memberId of members) {
    const member = await readMember(table, partnerId, memberId);
    const isWanted = member !== null && (await wantedBy(table, member)).has(countedAs(addressedOf(claim.item)));
    if (isWanted) await addToMail(table, { partnerId, memberId }, notice, deps.clock());
  }
  await record({ table, key: work, lease: claim.lease }, finished);
};

/** Those of the waiting notifications that the member may see and wants to, the newest first. What was erased has no kind. */
const readWaiting = async (table: Table, member: Member, pending: readonly PendingNotice[]) => {
  const { partner_id: partnerId } = member;
  const wanted = await wantedBy(table, member);
  const items = await getItems(
    table,
    pending.map(({ for: whom, id }) =>
      whom === 'admins' ? keys.adminNotification(partnerId, id) : keys.notification(partnerId, id),
    ),
  );
  return items
    .flatMap((item) =>
      item !== undefined && wanted.has(countedAs(addressedOf(item))) ? [storedNotificationOf(item, null)] : [],
    )
    .filter(({ kind }) => kind !== null)
    .reverse();
};

/** With the names of lines as they are now. */
const readMailed = async (
  table: Table,
  member: Member,
  pending: readonly PendingNotice[],
): Promise<readonly MailedNotice[]> => {
  const notices = await readWaiting(table, member, pending);
  const ids = new Set(notices.flatMap(({ entity }) => (entity.type === 'instance' ? [entity.id] : [])));
  const lines = await getItems(
    table,
    Array.from(ids, (id) => keys.instance(member.partner_id, id)),
  );
  const names = new Map(
    lines.flatMap((item) => {
      if (item === undefined) return [];
      const { id, instance_name: name, instance_key: key } = instanceRecordOf(item).instance;
      return [[id, name ?? key]];
    }),
  );
  return notices.map(({ title, created_at, entity }) => ({ title, created_at, line: names.get(entity.id) ?? null }));
};

/** @returns the error; null when SES accepted the mail, or when there is nothing to send */
const trySending = async (
  { table, mailer, onSent }: NoticeMailDeps,
  { key: { partnerId, memberId }, pending }: HeldMail,
): Promise<unknown> => {
  const member = await readMember(table, partnerId, memberId);
  if (mailer === null || member === null) return null;
  const notices = await readMailed(table, member, pending);
  const partner = await readPartner(table, partnerId);
  if (notices.length === 0 || partner?.status !== 'active') return null;
  try {
    await mailer.send(member.email, noticeMailOf(partner, notices, mailer.portalUrl));
  } catch (error) {
    return error ?? new Error('unknown');
  }
  onSent();
  return null;
};

/**
 * Sends a member one mail about the critical notifications that wait for it, after its quiet hours. A crash after SES accepted the mail sends
 * it again: better twice than never.
 */
export const mailNotices = async (deps: NoticeMailDeps, work: WorkKey<'noticeMail'>): Promise<void> => {
  const claim = await claimWork(deps, work);
  if (claim === null) return;
  const { table, clock } = deps;
  const mail = memberMailOf(claim.item);
  const held: HeldMail = { table, key: work, lease: claim.lease, pending: mail.pending };
  if (mail.email === 'off') return endMail(held, clock());
  const quiet = quietUntil(mail.quiet, clock());
  if (quiet !== null) return record(held, paused(quiet));
  const error = await trySending(deps, held);
  if (error === null) return endMail(held, clock());
  const isLast = mail.failures + 1 >= workTable.noticeMail.retry.tries;
  const now = clock();
  deps.onFailed({ error, failing: now - (mail.failingSince ?? now), isLast });
  return isLast ? endMail(held, now) : tryAgain(held, mail, now);
};
