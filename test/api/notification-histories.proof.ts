import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { notificationCategories, type NotificationCategory } from '../../lambdas/domain/notification.ts';
import type { TestTable } from '../../tools/harness/test-table.ts';
import { notificationOf, openInbox } from '../../tools/harness/inbox.ts';
import type { TestService } from '../../tools/harness/service.ts';
import { testClock } from '../../tools/harness/test-clock.ts';
import { withService } from './suite-service.ts';

const clock = testClock();
let table: TestTable;
let service: TestService;
withService({ clock: clock.now }, (...started) => {
  [service, table] = started;
});

/** What a member sees, computed from everything that happened. */
interface Expected {
  readonly title: string;
  readonly category: NotificationCategory;
  read: boolean;
}

const step = fc.oneof(
  fc.record({
    kind: fc.constant('tell' as const),
    category: fc.constantFrom(...notificationCategories),
    pause: fc.constantFrom(0, 1, 3_000, 20_000_000),
  }),
  fc.record({ kind: fc.constant('read' as const), place: fc.nat(30) }),
  fc.record({ kind: fc.constant('read all' as const), pause: fc.constantFrom(0, 1, 5_000) }),
  fc.record({
    kind: fc.constant('prefer' as const),
    category: fc.constantFrom(...notificationCategories),
    value: fc.boolean(),
  }),
);

test('lists and counts agree after any notifications, reads and preferences', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const inbox = await openInbox(table, service, clock);
      const sent: Expected[] = [];
      const hidden = new Set<NotificationCategory>();
      const ids: string[] = [];
      for (const one of steps) {
        switch (one.kind) {
          case 'tell': {
            clock.pass(one.pause + 1);
            const title = `n${sent.length}`;
            await inbox.tell([notificationOf(one.category, title)]);
            sent.push({ title, category: one.category, read: false });
            ids.push(await inbox.newestId());
            break;
          }
          case 'read': {
            const place = one.place % Math.max(1, sent.length);
            const notification = sent[place];
            if (notification === undefined) break;
            await inbox.markRead(ids[place] ?? '');
            notification.read = true;
            break;
          }
          case 'read all':
            await inbox.markAll();
            clock.pass(one.pause);
            for (const notification of sent) notification.read = true;
            break;
          case 'prefer':
            await inbox.prefer({ [`notify_${one.category}`]: one.value });
            if (one.value) hidden.delete(one.category);
            else hidden.add(one.category);
        }
      }
      const seen = sent.filter(({ category }) => !hidden.has(category)).toReversed();
      const of = (status: string): readonly string[] =>
        seen.filter(({ read }) => status === 'all' || read === (status === 'read')).map(({ title }) => title);
      for (const status of ['all', 'read', 'unread']) {
        const shown: string[] = [];
        for (let page = 1; page <= Math.ceil(of(status).length / 4) + 1; page += 1) {
          const found = await inbox.list({ status, page: String(page), page_size: '4' });
          expect([found.total, found.unread]).toEqual([of(status).length, of('unread').length]);
          shown.push(...found.items.map(({ title }) => title));
        }
        expect(shown).toEqual(of(status));
      }
    }),
    { numRuns: 60 },
  );
});
