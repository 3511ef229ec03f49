import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { z } from 'zod';
import { messageLifetime } from '../../lambdas/domain/delivery/message-place.ts';
import { nextSince } from '../../lambdas/domain/size.ts';
import { reportedOf, startScene, type DeliveryScene } from '../delivery/delivery-scene.ts';
import { startService, type Reply, type TestService } from '../../tools/harness/service.ts';
import { memoryBuckets } from '../../tools/harness/memory-bucket.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { testClock } from '../../tools/harness/test-clock.ts';

const clock = testClock();
/** The context of a call that began so long ago. */
const late = 25_000;
/** Around the time from which a size is effective; at that time itself buckets are empty. */
const steps = [-90_000, -61_000, -30_000, -1_000, 100, 1_000, late + 100, 59_000, 61_000, 90_000];
const laterStatuses = ['delivered', null, 'read', null, 'failed', null, null, null, 'deleted', null];
const route = 'report-partner-message-status';

let table: TestTable;
let scene: DeliveryScene;
/** An environment whose calls began some time ago. */
let behind: TestService;
beforeAll(async () => {
  table = await startTestTable();
  scene = await startScene(table, clock.now);
  behind = await startService(table, { clock: () => clock.now() - late, debit: memoryBuckets().debit });
});
afterAll(async () => {
  scene.close();
  await table.stop();
});

const reportLate = (fields: Readonly<Record<string, unknown>>): Promise<Reply> =>
  behind.call('POST', {
    bearer: scene.partner.apiKey,
    body: { route, phone_number_id: scene.phoneNumberId, status: 'sent', ...fields },
  });

const page = z.object({ total: z.number() });
const total = async (): Promise<number> =>
  page.parse((await scene.query('search-partner-delivery-events', { date_from: '2030-01-01' })).body).total;

/** Partition keys of all messages. */
const places = async (): Promise<ReadonlySet<string>> => {
  const { Items: items = [] } = await table.client.send(new ScanCommand({ TableName: table.name }));
  return new Set(items.map(({ pk }) => String(pk)).filter((pk) => pk.includes('#DM#')));
};

describe('messages of a partner whose size is raised and lowered under traffic', () => {
  test('keep their keys: every report is recorded once, before, during and after the change', async () => {
    const known = new Map<string, string>();
    let events = 0;
    const take = async (message: string, status: string): Promise<void> => {
      const fields = { message_id: message, status };
      const replies = await Promise.all([scene.report(fields), reportLate(fields), scene.report(fields)]);
      expect(replies.map((reply) => reply.status).toSorted()).toEqual([200, 200, 201]);
      const ids = new Set(replies.map((reply) => reportedOf(reply).event_id));
      expect(ids.size).toBe(1);
      known.set(`${message} ${status}`, Array.from(ids)[0] ?? '');
      events += 1;
    };
    const repeatAll = async (): Promise<void> => {
      for (const [name, id] of known) {
        const [message, status] = name.split(' ');
        const replies = [
          await scene.report({ message_id: message, status }),
          await reportLate({ message_id: message, status }),
        ];
        expect(replies.map((reply) => [reply.status, reportedOf(reply)])).toEqual(
          Array(2).fill([200, { event_id: id, duplicate: true }]),
        );
      }
    };
    const message = (): string => `m-${known.size}`;
    for (const size of ['large', 'standard']) {
      const before = message();
      await take(before, 'sent');
      await scene.operate('partners size', { partner_id: scene.partner.partnerId, size });
      const since = Date.parse(nextSince(clock.now()));
      for (const [step, at] of steps.entries()) {
        clock.pass(since + at - clock.now());
        const fresh = message();
        await take(fresh, 'sent');
        const next = laterStatuses[step];
        if (next !== null && next !== undefined) await take(before, next);
        if (at >= 0) await take(fresh, 'delivered');
      }
      await repeatAll();
      await scene.fold();
      expect(await total()).toBe(events);
    }
    await scene.foldIndex();
    expect(await total()).toBe(events);
    const stripes = new Set(Array.from(await places(), (pk) => pk.split('#').at(-1)));
    expect(stripes.has('0.0')).toBe(true);
    expect(stripes.size).toBeGreaterThan(3);
  });

  test('are looked up under the previous size as long as they are kept', async () => {
    await scene.operate('partners size', { partner_id: scene.partner.partnerId, size: 'large' });
    const since = Date.parse(nextSince(clock.now()));
    clock.pass(since - 120_000 - clock.now());
    const messages = Array.from({ length: 6 }, (_, number) => `old-${number}`);
    const reportAll = async (): Promise<readonly (readonly [number, string])[]> => {
      const replies = await Promise.all(messages.map((message) => scene.report({ message_id: message })));
      return replies.map((reply) => [reply.status, reportedOf(reply).event_id]);
    };
    const first = await reportAll();
    clock.pass(since + messageLifetime - 1_000 - clock.now());
    expect(await reportAll()).toEqual(first.map(([, id]) => [200, id]));
  });
});
