import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { isoOf } from '../../../lambdas/kernel/time.ts';
import { keys } from '../../../lambdas/store/table/keys.ts';
import { queryAll } from '../../../lambdas/store/table/query.ts';
import { listAttempts, recordAttempt } from '../../../lambdas/store/webhooks/event-attempts.ts';
import { eventIn, type OutboxEvent } from '../../../lambdas/store/webhooks/outbox-events.ts';
import { startTestTable, type TestTable } from '../../../tools/harness/test-table.ts';
import { foundIn, tableTexts } from '../../../tools/harness/traces.ts';
import { startErasureScene, type ErasureScene } from './scene.ts';

const said = 'we know Mrs. Quillfeather of the choir';

let table: TestTable;
let scene: ErasureScene;

beforeAll(async () => {
  table = await startTestTable();
  scene = await startErasureScene(table);
});
afterAll(async () => {
  scene.close();
  await table.stop();
});

const eventsOf = async (customerId: string): Promise<readonly OutboxEvent[]> => {
  const items = await queryAll(table, {
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :entry)',
    ExpressionAttributeValues: { ':pk': keys.historyEntry(scene.partner.partnerId, customerId, 0).pk, ':entry': 'H#' },
  });
  return items.map(eventIn).filter((event) => event !== null);
};

const refusal = (answer: string) => ({
  at: isoOf(scene.clock.now()),
  status: 422,
  milliseconds: 7,
  error: null,
  probe: false,
  answer,
});

it('what endpoints answered to the events of a customer is erased with it, also in the events of others about it', async () => {
  const planted = await scene.plant({ updates: 2, reports: 1 });
  const own = await eventsOf(planted.customerId);
  const others = (await Promise.all(planted.others.map(eventsOf))).flat();
  expect([own.length > 2, others.length > 0]).toEqual([true, true]);
  for (const event of [...own, ...others]) await recordAttempt(table, event, refusal(said));
  expect(foundIn([said], await tableTexts(table))).toEqual([said]);
  await scene.erase(planted.customerId);
  await scene.finish(planted.customerId);
  expect(foundIn([said], await tableTexts(table))).toEqual([]);

  // A worker that sent the event before the erasure gets the answer after it.
  const [late] = own;
  if (late === undefined) throw new Error('the customer has events');
  scene.clock.pass(1_000);
  await recordAttempt(table, late, refusal(said));
  expect(foundIn([said], await tableTexts(table))).toEqual([]);
  expect((await listAttempts(table, late)).at(-1)).toMatchObject({ status: 422, error: null });
});
