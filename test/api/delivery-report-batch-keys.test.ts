import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { mostReports } from '../../lambdas/api/batch-limits.ts';
import type { DeliveryScene } from '../delivery/delivery-scene.ts';
import {
  itemsOf,
  batchRoute,
  reportOf as reportOfScene,
  statusesOf,
  watching,
  type Given,
} from '../delivery/report-batches.ts';
import type { TestTable } from '../../tools/harness/test-table.ts';
import { headerOf, verdictOf } from './replies.ts';
import type { Reply } from '../../tools/harness/service.ts';
import { testClock } from '../../tools/harness/test-clock.ts';
import { withScene } from '../delivery/suite-scene.ts';

const clock = testClock();
let table: TestTable;
let scene: DeliveryScene;
withScene(clock.now, (...started) => {
  [scene, table] = started;
});

const reportOf = (fields: Given = {}): Given => reportOfScene(scene, fields);
const send = (reports: readonly unknown[], key: string): Promise<Reply> =>
  scene.command('POST', batchRoute, { reports }, key);

describe('under an idempotency key', () => {
  test('the first answer is replayed, byte for byte', async () => {
    const reports = [reportOf({ message_id: 'b-key' }), reportOf(), reportOf({ status: 'seen' })];
    const first = await send(reports, 'key-batch-1');
    const again = await send(reports, 'key-batch-1');
    expect(statusesOf(first)).toEqual([201, 201, 400]);
    expect([again.text, headerOf(again, 'idempotent-replayed')]).toEqual([first.text, 'true']);
    expect(verdictOf(await send(reports.slice(0, 2), 'key-batch-1'))).toBe('409 idempotency_key_reused');
  });

  test('an answer that is larger than an item is stored', async () => {
    const wrong = {
      status: 'seen',
      message_id: 1,
      request_id: 2,
      user_id: 3,
      recipient: 4,
      template_id: 5,
      campaign_id: 6,
    };
    const reports = Array.from({ length: mostReports }, () => wrong);
    const first = await send(reports, 'key-batch-2');
    expect(first.text.length).toBeGreaterThan(400 * 1024);
    expect((await send(reports, 'key-batch-2')).text).toBe(first.text);
  });

  test('what a crashed call recorded is answered as that call would have answered', async () => {
    const reports = Array.from({ length: 20 }, (_, index) =>
      reportOf(index % 2 === 0 ? {} : { message_id: `b-died-${index}` }),
    );
    let updates = 0;
    const died = await watching(
      table,
      'UpdateItemCommand',
      () => undefined,
      () => {
        updates += 1;
        if (updates > 10) throw new Error('the function died');
      },
      () => send(reports, 'key-batch-3'),
    );
    expect(died.status).toBe(500);
    clock.pass(60_000);
    const carriedOn = await send(reports, 'key-batch-3');
    expect(new Set(statusesOf(carriedOn))).toEqual(new Set([201]));
    await scene.fold();
    const ids = new Set(itemsOf(carriedOn).map(({ event_id: id }) => id));
    expect(ids.size).toBe(20);
    const found = await scene.query('search-partner-delivery-events', { page_size: '200' });
    const shown = z.array(z.object({ id: z.string(), message_id: z.string().nullable() })).parse(found.body['items']);
    expect(shown.filter(({ id }) => ids.has(id))).toHaveLength(20);
  });
});
