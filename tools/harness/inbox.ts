import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { z } from 'zod';
import type { Notification, NotificationCategory } from '../../lambdas/domain/notification.ts';
import { newId } from '../../lambdas/runtime/clock.ts';
import { keys } from '../../lambdas/store/table/keys.ts';
import { commitTelling, notificationClauses } from '../../lambdas/store/notifications/notifications.ts';
import type { Table } from '../../lambdas/store/table/table.ts';
import type { Reply, TestPartner, TestService } from './service.ts';
import type { TestClock } from './test-clock.ts';

export const shownNotification = z.strictObject({
  id: z.string(),
  kind: z.string().nullable(),
  facts: z.record(z.string(), z.unknown()),
  category: z.string(),
  severity: z.string(),
  title: z.string(),
  body: z.string(),
  entity: z.strictObject({ type: z.string(), id: z.string() }),
  created_at: z.string(),
  read_at: z.string().nullable(),
});
const shownPage = z.object({
  items: z.array(shownNotification),
  total: z.number(),
  page: z.number(),
  page_size: z.number(),
  pages: z.number(),
  unread: z.number(),
});

export const notificationOf = (category: NotificationCategory, title: string): Notification => ({
  kind: 'platform_refuses_access',
  facts: {},
  category,
  severity: 'warning',
  title,
  body: 'What it means.',
  entity: { type: 'instance', id: 'i' },
});

/** A partner's members and their notifications. */
export interface Inbox {
  readonly partner: TestPartner;
  readonly owner: string;
  readonly viewer: string;
  /** Commits notifications, each commit later than the previous one. */
  readonly tell: (...commits: readonly (readonly Notification[])[]) => Promise<void>;
  readonly newestId: () => Promise<string>;
  readonly get: (route: string, query?: Record<string, string>, bearer?: string) => Promise<Reply>;
  readonly list: (query?: Record<string, string>, bearer?: string) => Promise<z.infer<typeof shownPage>>;
  readonly titles: (query?: Record<string, string>, bearer?: string) => Promise<readonly string[]>;
  readonly markRead: (id: unknown) => Promise<Reply>;
  readonly markAll: (key?: string) => Promise<Reply>;
  readonly prefer: (preferences: Record<string, unknown>) => Promise<Reply>;
}

export const openInbox = async (table: Table, service: TestService, clock: TestClock): Promise<Inbox> => {
  const partner = await service.newPartner();
  const [owner, viewer] = [await partner.member('owner'), await partner.member('viewer')];
  const get: Inbox['get'] = (route, query = {}, bearer = owner) =>
    service.call('GET', { bearer, query: { route, ...query } });
  const send = (method: string, route: string, body: object, key?: string): Promise<Reply> =>
    service.call(method, {
      bearer: owner,
      body: { route, ...body },
      headers: key === undefined ? {} : { 'idempotency-key': key },
    });
  const list: Inbox['list'] = async (query, bearer) =>
    shownPage.parse((await get('list-partner-notifications', query, bearer)).body);
  return {
    partner,
    owner,
    viewer,
    get,
    list,
    tell: async (...commits) => {
      for (const notifications of commits) {
        clock.pass(7);
        await commitTelling(
          table,
          [],
          notificationClauses(table, newId),
          partner.partnerId,
          notifications,
          clock.now(),
        );
      }
    },
    newestId: async () => {
      const { Items: [newest] = [] } = await table.client.send(
        new QueryCommand({
          TableName: table.name,
          KeyConditionExpression: 'pk = :pk',
          ExpressionAttributeValues: { ':pk': keys.notification(partner.partnerId, '').pk },
          ScanIndexForward: false,
          Limit: 1,
        }),
      );
      return z.object({ sk: z.string() }).parse(newest).sk;
    },
    titles: async (query, bearer) => (await list(query, bearer)).items.map(({ title }) => title),
    markRead: (id) => send('POST', 'mark-partner-notification-read', { notification_id: id }),
    markAll: (key) => send('POST', 'mark-all-partner-notifications-read', {}, key),
    prefer: (preferences) => send('PATCH', 'update-partner-notification-preferences', preferences),
  };
};
