import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { SpanCount } from '../../domain/directory.ts';
import {
  notificationCategories,
  notificationKinds,
  notificationSeverities,
  type Addressed,
  type CountedCategory,
  type NotificationCategory,
  type StoredNotification,
} from '../../domain/notification.ts';
import { cutSpans, firstUnreadId, readAt, unreadIn, type Reading } from '../../domain/notification-reading.ts';
import { wantedCategories } from '../../domain/notification-preferences.ts';
import type { Found, ListRequest } from '../../domain/paging.ts';
import type { Milliseconds } from '../../kernel/time.ts';
import { keys } from '../table/keys.ts';
import { readInbox, readSingly, type Reader } from './member-inbox.ts';
import { inRange, newestOf, readPageOf, type Records, type View } from '../table/ordered-list.ts';
import { readCounts } from '../table/span-counts.ts';
import type { Item, Table } from '../table/table.ts';

type ReadStatus = 'unread' | 'read' | 'all';

const notificationItem = z.object({
  sk: z.string(),
  // Null: the notification is of an earlier version, or of a later one.
  kind: z.catch(z.nullable(z.enum(notificationKinds)), null),
  facts: z._default(z.record(z.string(), z.union([z.string(), z.number(), z.null()])), {}),
  category: z.enum(notificationCategories),
  severity: z.enum(notificationSeverities),
  title: z.string(),
  body: z.string(),
  entity: z.object({ type: z.string(), id: z.string() }),
  audience: z.optional(z.literal('admins')),
  created_at: z.string(),
});

/** A notification as a member sees it. */
export const storedNotificationOf = (item: Item, at: string | null): StoredNotification => {
  const { sk, audience: _, ...fields } = notificationItem.parse(item);
  return { id: sk, ...fields, read_at: at };
};

export const addressedOf = (item: Item): Addressed => notificationItem.parse(item);

const idOf = (item: Item): string => z.string().parse(item['sk']);

const partitionsOf = (partnerId: string, isAdmin: boolean): readonly string[] => [
  keys.notification(partnerId, '').pk,
  ...(isAdmin ? [keys.adminNotification(partnerId, '').pk] : []),
];

const notificationsOf = (
  { partnerId, isAdmin }: Pick<Reader, 'partnerId' | 'isAdmin'>,
  wanted: ReadonlySet<CountedCategory>,
): Records => ({
  partnerId,
  sizes: [],
  partitions: () => partitionsOf(partnerId, isAdmin),
  counted: 'N',
  wanted,
});

/** Spans that are read or unread as a whole, but for the fine span that contains the time. */
interface Spans {
  readonly all: readonly SpanCount[];
  /** The number of notifications after the time in that span. */
  readonly inCutSpan: number;
}

const readSpans = async (table: Table, records: Records, readUntil: Milliseconds | null): Promise<Spans> => {
  const cut = cutSpans(readUntil);
  const [coarse, fine, after] = await Promise.all([
    readCounts(table, records, 'C', ''),
    cut === null ? [] : readCounts(table, records, 'F', cut.coarse),
    cut === null ? [] : newestOf(table, inRange(records, { from: firstUnreadId(readUntil), to: `${cut.fine}~` })),
  ]);
  return { all: [...coarse.filter(({ prefix }) => prefix !== cut?.coarse), ...fine], inCutSpan: after.length };
};

const viewOf = (status: ReadStatus, reading: Reading, inCutSpan: number): View => {
  const unread = (span: SpanCount): number => unreadIn(reading, span, inCutSpan);
  switch (status) {
    case 'all':
      return { seenIn: ({ count }) => count, isSeen: () => true };
    case 'unread':
      return { seenIn: unread, isSeen: (item) => readAt(reading, idOf(item)) === null };
    case 'read':
      return { seenIn: (span) => span.count - unread(span), isSeen: (item) => readAt(reading, idOf(item)) !== null };
  }
};

/** The times of single readings, also of those before all was marked as read. */
const readSinglyAmong = async (
  table: Table,
  reader: Reader,
  wanted: ReadonlySet<CountedCategory>,
  items: readonly Item[],
): Promise<ReadonlyMap<string, string>> => {
  const [newest, oldest] = [items.at(0), items.at(-1)];
  return newest === undefined || oldest === undefined
    ? new Map()
    : readSingly(table, reader, wanted, idOf(oldest), idOf(newest));
};

export interface NotificationFilter {
  readonly status: ReadStatus;
  /** Undefined: all that the member wants. */
  readonly category?: NotificationCategory | undefined;
}

export interface NotificationPage extends Found<StoredNotification> {
  /** Of all wanted notifications of the category, on every page. */
  readonly unread: number;
}

/** A page of a member's notifications, newest first. */
export const readNotificationPage = async (
  table: Table,
  reader: Reader,
  { status, category }: NotificationFilter,
  request: ListRequest,
): Promise<NotificationPage> => {
  const { readUntil, preferences } = await readInbox(table, reader);
  const wanted = wantedCategories(preferences, reader.isAdmin, category);
  if (wanted.size === 0) return { items: [], total: 0, next: null, unread: 0 };
  const records = notificationsOf(reader, wanted);
  // Before the counts: a notification that comes and is read meanwhile must not make a span look empty that has an unread one.
  const single = await readSingly(table, reader, wanted, firstUnreadId(readUntil), '');
  const spans = await readSpans(table, records, readUntil);
  const reading = { readUntil, single };
  const view = viewOf(status, reading, spans.inCutSpan);
  const found = await readPageOf(table, records, spans.all, view, request);
  const shown = { readUntil, single: await readSinglyAmong(table, reader, wanted, found.items) };
  return {
    ...found,
    items: found.items.map((item) => storedNotificationOf(item, readAt(shown, idOf(item)))),
    unread: spans.all.reduce((sum, span) => sum + unreadIn(reading, span, spans.inCutSpan), 0),
  };
};

/** The time of the newest notification of any category; null without one. */
export const newestNotificationAt = async (
  table: Table,
  { partnerId, isAdmin }: Pick<Reader, 'partnerId' | 'isAdmin'>,
): Promise<Milliseconds | null> => {
  const newest = await Promise.all(
    partitionsOf(partnerId, isAdmin).map(async (pk) => {
      const { Items: items = [] } = await table.client.send(
        new QueryCommand({
          TableName: table.name,
          KeyConditionExpression: 'pk = :pk',
          ExpressionAttributeValues: { ':pk': pk },
          ScanIndexForward: false,
          Limit: 1,
          ConsistentRead: true,
        }),
      );
      return items.map((item) => Date.parse(notificationItem.parse(item).created_at));
    }),
  );
  const times = newest.flat();
  return times.length === 0 ? null : Math.max(...times);
};
