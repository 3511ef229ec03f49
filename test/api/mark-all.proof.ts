import { expect, test } from '@jest/globals';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { coarseLength, fineLength } from '../../lambdas/domain/directory.ts';
import { newId } from '../../lambdas/runtime/clock.ts';
import { keys } from '../../lambdas/store/table/keys.ts';
import type { Item } from '../../lambdas/store/table/table.ts';
import type { TestTable } from '../../tools/harness/test-table.ts';
import { notificationOf, openInbox, type Inbox } from '../../tools/harness/inbox.ts';
import type { TestService } from '../../tools/harness/service.ts';
import { testClock } from '../../tools/harness/test-clock.ts';
import { withService } from './suite-service.ts';
import { runsOf } from '../share.ts';

const clock = testClock();
const day = 86_400_000;
let table: TestTable;
let service: TestService;
withService({ clock: clock.now }, (...started) => {
  [service, table] = started;
});

const writeAll = async (items: readonly Item[]): Promise<void> => {
  const batches = Array.from({ length: Math.ceil(items.length / 25) }, (_, batch) =>
    items.slice(batch * 25, (batch + 1) * 25),
  ).values();
  const worker = async (): Promise<void> => {
    for (const batch of batches) {
      const requests = batch.map((item) => ({ PutRequest: { Item: { ...item } } }));
      await table.client.send(new BatchWriteCommand({ RequestItems: { [table.name]: requests } }));
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
};

/** Notifications of the last 90 days, a hundred at a time, with the counts of single notifications. */
const plant = async ({ partner: { partnerId } }: Inbox, count: number): Promise<void> => {
  const ids = Array.from({ length: count }, (_, number) =>
    newId(clock.now() - Math.floor((Math.floor(number / 100) * 100 * 90 * day) / count)),
  );
  const notifications = ids.map((id) => ({
    ...keys.notification(partnerId, id),
    ...notificationOf('system', 'planted'),
    created_at: new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)).toISOString(),
  }));
  const counts = (['C', 'F'] as const).flatMap((level) => {
    const length = level === 'C' ? coarseLength : fineLength;
    return Array.from(
      Map.groupBy(ids, (id) => id.slice(0, length)),
      ([prefix, within]) => ({ ...keys.spanCount(partnerId, 'N', null, level, prefix, '0'), system: within.length }),
    );
  });
  await writeAll([...notifications, ...counts]);
};

const writes = new Set(['PutItemCommand', 'UpdateItemCommand', 'TransactWriteItemsCommand', 'BatchWriteItemCommand']);

/** The commands that a call sends, without those of its rate limit. */
const sentBy = async (call: () => Promise<unknown>): Promise<readonly string[]> => {
  const sent: string[] = [];
  table.client.middlewareStack.add(
    (next, context) => (request) => {
      if (!JSON.stringify(request.input).includes('#RATE')) sent.push(context.commandName ?? '');
      return next(request);
    },
    { step: 'initialize', name: 'recording', override: true },
  );
  try {
    await call();
    return sent;
  } finally {
    table.client.middlewareStack.remove('recording');
  }
};

const count = runsOf(100_000);

test(`marking ${count} notifications as read takes as many writes as marking 10`, async () => {
  const [few, many] = [await openInbox(table, service, clock), await openInbox(table, service, clock)];
  await plant(few, 10);
  await plant(many, count);
  expect(await few.list()).toMatchObject({ total: 10, unread: 10 });
  expect(await many.list()).toMatchObject({ total: count, unread: count });
  const [ofFew, ofMany] = [await sentBy(() => few.markAll()), await sentBy(() => many.markAll())];
  expect(ofMany.toSorted()).toEqual(ofFew.toSorted());
  // The update counts the call for usage.
  const written = ofMany.filter((name) => writes.has(name)).toSorted();
  expect(written).toEqual(['TransactWriteItemsCommand', 'UpdateItemCommand']);
  expect(await many.list({ status: 'unread' })).toMatchObject({ total: 0, unread: 0 });
  const last = await many.list({ status: 'read', page: String(count / 200), page_size: '200' });
  expect([last.total, last.items.length]).toEqual([count, 200]);
});
