import { beforeEach, describe, expect, test } from '@jest/globals';
import type { TestTable } from '../../tools/harness/test-table.ts';
import { notificationOf, openInbox, type Inbox } from '../../tools/harness/inbox.ts';
import { headerOf, verdictOf } from './replies.ts';
import type { Reply, TestService } from '../../tools/harness/service.ts';
import { testClock } from '../../tools/harness/test-clock.ts';
import { withService } from './suite-service.ts';

const clock = testClock();
let table: TestTable;
let service: TestService;
let inbox: Inbox;
withService({ clock: clock.now }, (...started) => {
  [service, table] = started;
});
beforeEach(async () => {
  inbox = await openInbox(table, service, clock);
});

const key = { 'idempotency-key': 'the-same-key-of-two-members' };
const isReplay = (reply: Reply): boolean => headerOf(reply, 'idempotent-replayed') === 'true';

describe('an Idempotency-Key on a notification route', () => {
  test.each([
    ['PATCH', { route: 'update-partner-notification-preferences', notify_templates: false }],
    ['POST', { route: 'mark-all-partner-notifications-read' }],
  ])('is another key for another member: %s %j', async (method, body) => {
    await inbox.tell([notificationOf('templates', 'one')]);
    const send = (bearer: string): Promise<Reply> => service.call(method, { bearer, body, headers: key });
    const [first, second] = [await send(inbox.owner), await send(inbox.viewer)];
    expect([first.status, second.status, isReplay(second)]).toEqual([200, 200, false]);
    // The second member's request was carried out for that member.
    const { unread } = await inbox.list({}, inbox.viewer);
    expect(unread).toBe(0);
    expect([isReplay(await send(inbox.owner)), isReplay(await send(inbox.viewer))]).toEqual([true, true]);
  });

  test('may be used by another member with other parameters', async () => {
    const send = (bearer: string, popup: boolean): Promise<Reply> =>
      service.call('PATCH', {
        bearer,
        body: { route: 'update-partner-notification-preferences', popup_enabled: popup },
        headers: key,
      });
    await send(inbox.owner, false);
    expect(verdictOf(await send(inbox.viewer, true))).toBe('200');
    expect(verdictOf(await send(inbox.owner, true))).toBe('409 idempotency_key_reused');
  });

  test('belongs to the partner on every other route', async () => {
    const body = { route: 'upsert-partner-customer', external_customer_id: 'e', customer_name: 'Acme' };
    const send = (bearer: string): Promise<Reply> => service.call('POST', { bearer, body, headers: key });
    expect((await send(inbox.owner)).status).toBe(201);
    expect(isReplay(await send(inbox.partner.apiKey))).toBe(true);
  });
});
