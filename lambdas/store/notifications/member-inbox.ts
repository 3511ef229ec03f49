import * as z from 'zod/mini';
import { countedAs, notificationCategories, type Addressed, type CountedCategory } from '../../domain/notification.ts';
import {
  defaultPreferences,
  preferenceNames,
  type NotificationPreferences,
} from '../../domain/notification-preferences.ts';
import type { Milliseconds } from '../../kernel/time.ts';
import { contended, type Clause } from '../table/commit.ts';
import { keys, type Key } from '../table/keys.ts';
import { creationClause } from '../table/put-clause.ts';
import { queryAll } from '../table/query.ts';
import { getItems } from '../table/read.ts';
import type { Item, Table } from '../table/table.ts';

/** A member as a reader of notifications. */
export interface Reader {
  readonly partnerId: string;
  readonly memberId: string;
  /** Whether it gets what is for owners and admins alone. */
  readonly isAdmin: boolean;
}

const inboxItem = z.object({ read_until: z.number() });
const preferencesItem = z.partialRecord(z.enum(preferenceNames), z.boolean());

export const inboxKey = ({ partnerId, memberId }: Pick<Reader, 'partnerId' | 'memberId'>): Key =>
  keys.memberInbox(partnerId, memberId);

/** Up to when the member marked all as read; null for never. */
export const readUntilOf = (item: Item | undefined): Milliseconds | null =>
  item === undefined ? null : inboxItem.parse(item).read_until;

const preferencesOf = (item: Item | undefined): NotificationPreferences => {
  const stored = Object.fromEntries(
    preferenceNames.flatMap((name) => (name in (item ?? {}) ? [[name, item?.[name]]] : [])),
  );
  return { ...defaultPreferences, ...preferencesItem.parse(stored) };
};

export const readPreferences = async (table: Table, reader: Reader): Promise<NotificationPreferences> => {
  const [item] = await getItems(table, [keys.memberPreferences(reader.partnerId, reader.memberId)]);
  return preferencesOf(item);
};

export const readInbox = async (
  table: Table,
  reader: Reader,
): Promise<{ readonly readUntil: Milliseconds | null; readonly preferences: NotificationPreferences }> => {
  const [inbox, preferences] = await getItems(table, [
    inboxKey(reader),
    keys.memberPreferences(reader.partnerId, reader.memberId),
  ]);
  return { readUntil: readUntilOf(inbox), preferences: preferencesOf(preferences) };
};

/** Sets the given preferences only. */
export const preferencesClause = (
  table: Table,
  { partnerId, memberId }: Reader,
  changes: Partial<NotificationPreferences>,
): Clause => {
  const entries = Object.entries(changes);
  return {
    name: 'the preferences are set',
    write: {
      Update: {
        TableName: table.name,
        Key: { ...keys.memberPreferences(partnerId, memberId) },
        UpdateExpression: `SET ${entries.map((_, index) => `#p${index} = :p${index}`).join(', ')}`,
        ExpressionAttributeNames: Object.fromEntries(entries.map(([name], index) => [`#p${index}`, name])),
        ExpressionAttributeValues: Object.fromEntries(entries.map(([, value], index) => [`:p${index}`, value])),
      },
    },
  };
};

/** Marks everything up to a time as read in one write. The time never decreases. */
export const readUntilClause = (table: Table, reader: Reader, until: Milliseconds): Clause => ({
  name: 'nothing later was marked as read',
  write: {
    Update: {
      TableName: table.name,
      Key: { ...inboxKey(reader) },
      UpdateExpression: 'SET read_until = :until',
      ConditionExpression: 'attribute_not_exists(read_until) OR read_until <= :until',
      ExpressionAttributeValues: { ':until': until },
    },
  },
  refuse: contended,
});

/** Marks one notification as read. */
export const notificationReadClause = (
  table: Table,
  { partnerId, memberId }: Reader,
  id: string,
  { category, audience }: Addressed,
  at: string,
): Clause => {
  const key = keys.notificationRead(partnerId, memberId, id);
  const item = { ...key, category, ...(audience !== undefined && { audience }), read_at: at };
  return creationClause(table, 'the notification was unread', item, contended);
};

const notificationReadItem = z.object({
  sk: z.string(),
  category: z.enum(notificationCategories),
  audience: z.optional(z.literal('admins')),
  read_at: z.string(),
});

export const readAtOf = (item: Item | undefined): string | null =>
  item === undefined ? null : notificationReadItem.parse(item).read_at;

/** Notifications of some categories that were read singly, with ids from `first` to the prefix `last`. */
export const readSingly = async (
  table: Table,
  { partnerId, memberId }: Reader,
  wanted: ReadonlySet<CountedCategory>,
  first: string,
  last: string,
): Promise<ReadonlyMap<string, string>> => {
  const items = await queryAll(table, {
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
    ExpressionAttributeValues: {
      ':pk': keys.notificationRead(partnerId, memberId, '').pk,
      ':first': keys.notificationRead(partnerId, memberId, first).sk,
      ':last': keys.notificationRead(partnerId, memberId, `${last}~`).sk,
    },
    ConsistentRead: true,
  });
  const read = items.map((item) => notificationReadItem.parse(item)).filter((one) => wanted.has(countedAs(one)));
  return new Map(read.map(({ sk, read_at: at }) => [sk.slice('R#'.length), at]));
};
