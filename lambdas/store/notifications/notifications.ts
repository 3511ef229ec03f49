import { Contended } from '../../kernel/errors.ts';
import { isMailed } from '../../domain/mailed-kinds.ts';
import { countedAs, type Notification } from '../../domain/notification.ts';
import { dueAt } from '../../kernel/due.ts';
import { day, isoOf, seconds, type Milliseconds } from '../../kernel/time.ts';
import { commit, type Clause } from '../table/commit.ts';
import { keys } from '../table/keys.ts';
import { creationClause } from '../table/put-clause.ts';
import { newRecordsClauses } from '../table/span-counts.ts';
import { getItems } from '../table/read.ts';
import type { Table } from '../table/table.ts';

/** Those whose facts were not notified of before. A commit that can't be made again without them asks first. */
export const notYetNotified = async (
  table: Table,
  partnerId: string,
  notifications: readonly Notification[],
  now: Milliseconds,
): Promise<readonly Notification[]> => {
  const items = await getItems(
    table,
    notifications.map(({ onceKey }) => keys.notifiedFact(partnerId, onceKey ?? '')),
  );
  return notifications.filter(({ onceKey, onceFor }, index) => {
    const ttl = items[index]?.['ttl'];
    return onceKey === undefined || typeof ttl !== 'number' || ttl <= againFrom(onceFor, now);
  });
};

/** The clauses that write a commit's notifications. */
export type NotificationClauses = (
  partnerId: string,
  notifications: readonly Notification[],
  now: Milliseconds,
) => readonly Clause[];

/** Longer than the 7 days for which the platform repeats a callback. */
const remembered: Milliseconds = 30 * day;

/** Another commit notified of the fact before. */
class AlreadyNotified extends Contended {
  readonly onceKey: string;

  constructor(onceKey: string) {
    super(`notified before: ${onceKey}`);
    this.onceKey = onceKey;
  }
}

/** The latest expiry of a fact that is notified again. */
const againFrom = (onceFor: Milliseconds | undefined, now: Milliseconds): number =>
  onceFor === undefined ? 0 : seconds(now - onceFor + remembered);

/** The expiry of the record says when the fact was notified last. */
const onceClause = (
  table: Table,
  partnerId: string,
  onceKey: string,
  onceFor: Milliseconds | undefined,
  now: Milliseconds,
): Clause => ({
  name: 'the fact was not notified before',
  write: {
    Put: {
      TableName: table.name,
      Item: { ...keys.notifiedFact(partnerId, onceKey), ttl: seconds(now + remembered) },
      ConditionExpression: 'attribute_not_exists(pk) OR #ttl <= :again',
      ExpressionAttributeNames: { '#ttl': 'ttl' },
      ExpressionAttributeValues: { ':again': againFrom(onceFor, now) },
    },
  },
  refuse: () => new AlreadyNotified(onceKey),
});

const notificationClause = (
  table: Table,
  partnerId: string,
  id: string,
  notification: Notification,
  now: Milliseconds,
): Clause => {
  const { onceKey: _, onceFor: __, ...stored } = notification;
  const key = stored.audience === 'admins' ? keys.adminNotification : keys.notification;
  const item = {
    ...key(partnerId, id),
    ...stored,
    created_at: isoOf(now),
    ...(isMailed(notification) && dueAt('criticalNotice', id, now)),
  };
  return creationClause(table, 'the notification is new', item);
};

/** The first notification of each fact: a record that changes back and forth in one commit repeats a fact. */
const oncePerFact = (notifications: readonly Notification[]): readonly Notification[] => {
  const notified = new Set<string>();
  return notifications.filter(({ onceKey }) => {
    if (onceKey === undefined) return true;
    const isFirst = !notified.has(onceKey);
    notified.add(onceKey);
    return isFirst;
  });
};

/** All notifications of a commit take one call: they share the counts, which a commit writes once. */
export const notificationClauses =
  (table: Table, newId: (now: number) => string): NotificationClauses =>
  (partnerId, given, now) => {
    const notifications = oncePerFact(given);
    const named = notifications.map((notification) => ({ id: newId(now), notification }));
    return [
      ...named.map(({ id, notification }) => notificationClause(table, partnerId, id, notification, now)),
      ...newRecordsClauses(
        table,
        partnerId,
        'N',
        named.map(({ id }) => id),
        notifications.map(countedAs),
      ),
      ...notifications.flatMap(({ onceKey, onceFor }) =>
        onceKey === undefined ? [] : [onceClause(table, partnerId, onceKey, onceFor, now)],
      ),
    ];
  };

/** Commits with notifications. A fact that was notified before is left out. @throws the error of a failed clause */
export const commitTelling = async (
  table: Table,
  clauses: readonly Clause[],
  tell: NotificationClauses,
  partnerId: string,
  notifications: readonly Notification[],
  now: Milliseconds,
): Promise<void> => {
  let left = notifications;
  for (;;) {
    const all = [...clauses, ...tell(partnerId, left, now)];
    if (all.length === 0) return;
    try {
      await commit(table, all);
      return;
    } catch (error) {
      if (!(error instanceof AlreadyNotified)) throw error;
      left = left.filter(({ onceKey }) => onceKey !== error.onceKey);
    }
  }
};
