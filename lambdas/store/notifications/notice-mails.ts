import * as z from 'zod/mini';
import { defaultNotices, noticeSettings, type NoticeSettings } from '../../domain/notice-settings.ts';
import { dueAt } from '../../kernel/due.ts';
import { ServiceError } from '../../kernel/errors.ts';
import { isoOf, minute, type Milliseconds } from '../../kernel/time.ts';
import { retryPause } from '../../kernel/work.ts';
import { contended, type Clause } from '../table/commit.ts';
import { tryUpdate } from '../table/conditional-write.ts';
import { keys, type WorkKey } from '../table/keys.ts';
import { queryAll } from '../table/query.ts';
import { getItem } from '../table/read.ts';
import type { Item, Table } from '../table/table.ts';
import { finished, paused, record, recordIf, type HeldWork } from '../table/work.ts';

/** How long a mail waits for further notifications. */
export const gathering: Milliseconds = 5 * minute;

/** A mail counts no more than one read of the table returns. */
export const mostPending = 100;

/** The notification's key: its partition tells for whom it is. */
const pendingNotice = z.object({ for: z.enum(['all', 'admins']), id: z.string() });
export type PendingNotice = z.infer<typeof pendingNotice>;

const noticeMailItem = z.extend(noticeSettings, {
  sk: z.string(),
  /** Those of the next mail, the oldest first. */
  pending: z._default(z.array(pendingNotice), []),
  /** The tries to send it that failed, and when the first did. */
  failures: z._default(z.number(), 0),
  failing_since: z.optional(z.string()),
});

/** A member's settings, with what its next mail is about. */
export interface MemberMail extends NoticeSettings {
  readonly memberId: string;
  readonly pending: readonly PendingNotice[];
  readonly failures: number;
  readonly failingSince: Milliseconds | null;
}

export const memberMailOf = (item: Item): MemberMail => {
  const { sk: memberId, failing_since: since, ...mail } = noticeMailItem.parse(item);
  return { memberId, ...mail, failingSince: since === undefined ? null : Date.parse(since) };
};

/** A member of a partner. */
interface Reader {
  readonly partnerId: string;
  readonly memberId: string;
}

/** Null: the member has never chosen anything. */
export const readMemberMail = async (table: Table, { partnerId, memberId }: Reader): Promise<MemberMail | null> => {
  const item = await getItem(table, keys.noticeMail(partnerId, memberId));
  return item === undefined ? null : memberMailOf(item);
};

export const settingsOf = (mail: MemberMail | null): NoticeSettings => {
  const { email, quiet } = mail ?? defaultNotices;
  return { email, quiet };
};

/**
 * Sets what a member has chosen anew. A mail that waits is due at once, so that new quiet hours count, and is dropped when mails are turned
 * off. A worker that has the mail loses it.
 * @param known what was read; another writer's change since makes the commit contended
 */
export const choiceClause = (
  table: Table,
  { partnerId, memberId }: Reader,
  { email, quiet }: NoticeSettings,
  known: MemberMail | null,
  now: Milliseconds,
): Clause => {
  const pending = known?.pending ?? [];
  const due = email === 'critical' && pending.length > 0 ? dueAt('noticeMail', memberId, now) : null;
  const dropped = due === null ? ['pending', 'due_shard', 'due_at'] : [];
  const unchanged = [
    'email = :was_email',
    'quiet = :was_quiet',
    pending.length === 0 ? 'attribute_not_exists(pending)' : 'pending = :pending',
  ];
  return {
    name: 'the notices by e-mail are as they were read',
    write: {
      Update: {
        TableName: table.name,
        Key: { ...keys.noticeMail(partnerId, memberId) },
        UpdateExpression: [
          `SET email = :email, quiet = :quiet${due === null ? '' : ', due_shard = :shard, due_at = :at'}`,
          `REMOVE ${['lease', 'failures', 'failing_since', ...dropped].join(', ')}`,
        ].join(' '),
        ConditionExpression: known === null ? 'attribute_not_exists(pk)' : unchanged.join(' AND '),
        ExpressionAttributeValues: {
          ':email': email,
          ':quiet': quiet,
          ...(known !== null && { ':was_email': known.email, ':was_quiet': known.quiet }),
          ...(known !== null && pending.length > 0 && { ':pending': pending }),
          ...(due !== null && { ':shard': due.due_shard, ':at': due.due_at }),
        },
      },
    },
    refuse: contended,
  };
};

/** A member that is removed meanwhile leaves no choice behind. @throws ServiceError forbidden_role */
export const memberClause = (table: Table, { partnerId, memberId }: Reader): Clause => ({
  name: 'the member belongs to the partner',
  write: {
    ConditionCheck: {
      TableName: table.name,
      Key: { ...keys.memberLink(partnerId, memberId) },
      ConditionExpression: 'attribute_exists(pk)',
    },
  },
  refuse: () => new ServiceError('forbidden_role', 'the member no longer belongs to the partner'),
});

/** The members of a partner who want critical notifications by e-mail. */
export const mailedMembers = async (table: Table, partnerId: string): Promise<readonly string[]> => {
  const items = await queryAll(table, {
    KeyConditionExpression: 'pk = :pk',
    FilterExpression: 'email = :critical',
    ExpressionAttributeValues: { ':pk': keys.noticeMail(partnerId, '').pk, ':critical': 'critical' },
    ConsistentRead: true,
  });
  return items.map((item) => memberMailOf(item).memberId);
};

/**
 * Adds a notification to a member's next mail, once. The first one says when the mail is due. A member that no longer wants mails, and a
 * mail about as many as it counts, stay as they are.
 */
export const addToMail = async (
  table: Table,
  { partnerId, memberId }: Reader,
  notice: PendingNotice,
  now: Milliseconds,
): Promise<void> => {
  const due = dueAt('noticeMail', memberId, now + gathering);
  const key = keys.noticeMail(partnerId, memberId);
  await tryUpdate(table, {
    Key: { ...key },
    UpdateExpression:
      'SET pending = list_append(if_not_exists(pending, :none), :one), due_shard = if_not_exists(due_shard, :shard), due_at = if_not_exists(due_at, :at)',
    ConditionExpression:
      'email = :critical AND (attribute_not_exists(pending) OR (size(pending) < :most AND NOT contains(pending, :notice)))',
    ExpressionAttributeValues: {
      ':critical': 'critical',
      ':none': [],
      ':one': [notice],
      ':notice': notice,
      ':most': mostPending,
      ':shard': due.due_shard,
      ':at': due.due_at,
    },
  });
};

/** The worker's mail, and what it was about when the worker claimed it. */
export interface HeldMail extends HeldWork {
  readonly key: WorkKey<'noticeMail'>;
  readonly pending: readonly PendingNotice[];
}

/** Ends a mail. What was added since the claim is due with the next one. @throws WorkLost */
export const endMail = async (held: HeldMail, now: Milliseconds): Promise<void> => {
  const sent = { failures: undefined, failing_since: undefined };
  let pending = held.pending;
  for (;;) {
    const left = pending.slice(held.pending.length);
    const end = left.length === 0 ? { ...finished, pending: undefined } : { ...paused(now + gathering), pending: left };
    const changed = await recordIf(held, { pending: pending.length === 0 ? undefined : pending }, { ...end, ...sent });
    if (changed === null) return;
    pending = memberMailOf(changed).pending;
  }
};

/** The mail is tried again at a time. @throws WorkLost */
export const tryAgain = (
  held: HeldMail,
  { failures, failingSince }: Pick<MemberMail, 'failures' | 'failingSince'>,
  now: Milliseconds,
): Promise<void> => {
  const changes = { failures: failures + 1, failing_since: isoOf(failingSince ?? now) };
  return record(held, { ...paused(now + retryPause('noticeMail', failures + 1)), ...changes });
};
