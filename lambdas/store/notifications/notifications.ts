import type { Notification } from '../../domain/notification.ts';
import { day, isoOf, seconds, type Milliseconds } from '../../domain/time.ts';
import { commit, Contended, type Clause } from '../table/commit.ts';
import { keys } from '../table/keys.ts';
import { getItem } from '../table/read.ts';
import { newRecordsClauses } from '../table/span-counts.ts';
import type { Table } from '../table/table.ts';

/** The part of a commit by which a partner's members are told what it did. */
export type NotificationClauses = (
  partnerId: string,
  notifications: readonly Notification[],
  now: Milliseconds,
) => readonly Clause[];

/** The platform repeats what it says for up to 7 days; what is told once is remembered for longer. */
const remembered: Milliseconds = 30 * day;

/** The fact of a notice was told before, perhaps by another way. */
class AlreadyNotified extends Contended {
  readonly onceKey: string;

  constructor(onceKey: string) {
    super(`told before: ${onceKey}`);
    this.onceKey = onceKey;
  }
}

/** Whether a fact was told in the last 30 days. */
export const wasNotified = async (table: Table, partnerId: string, onceKey: string): Promise<boolean> =>
  (await getItem(table, keys.notifiedFact(partnerId, onceKey))) !== undefined;

const onceClause = (table: Table, partnerId: string, onceKey: string, now: Milliseconds): Clause => ({
  name: 'the fact is told for the first time',
  write: {
    Put: {
      TableName: table.name,
      Item: { ...keys.notifiedFact(partnerId, onceKey), ttl: seconds(now + remembered) },
      ConditionExpression: 'attribute_not_exists(pk)',
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
  const { category, severity, title, body, entity } = notification;
  return {
    name: 'the notice is new',
    write: {
      Put: {
        TableName: table.name,
        Item: { ...keys.notification(partnerId, id), category, severity, title, body, entity, created_at: isoOf(now) },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
  };
};

/** The first notice of each fact: a record that changes to and fro in one commit brings the same fact several times. */
const oncePerFact = (notifications: readonly Notification[]): readonly Notification[] => {
  const told = new Set<string>();
  return notifications.filter(({ onceKey }) => {
    if (onceKey === undefined) return true;
    const isFirst = !told.has(onceKey);
    told.add(onceKey);
    return isFirst;
  });
};

/** All notices of a commit come by one call: they share their counts, which a commit may write but once. */
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
        notifications.map(({ category }) => category),
      ),
      ...notifications.flatMap(({ onceKey }) =>
        onceKey === undefined ? [] : [onceClause(table, partnerId, onceKey, now)],
      ),
    ];
  };

/**
 * One commit that also tells the partner's members. A fact that was told before is not told again, and does not keep
 * the rest from being committed. @throws what a clause refuses with
 */
export const commitTelling = async (
  table: Table,
  clauses: readonly Clause[],
  tell: NotificationClauses,
  partnerId: string,
  notifications: readonly Notification[],
  now: Milliseconds,
): Promise<void> => {
  let untold = notifications;
  for (;;) {
    const all = [...clauses, ...tell(partnerId, untold, now)];
    if (all.length === 0) return;
    try {
      await commit(table, all);
      return;
    } catch (error) {
      if (!(error instanceof AlreadyNotified)) throw error;
      untold = untold.filter(({ onceKey }) => onceKey !== error.onceKey);
    }
  }
};
