import { expect, it } from '@jest/globals';
import { z } from 'zod';
import { isoOf } from '../../../lambdas/kernel/time.ts';
import { readErasure } from '../../../lambdas/store/erasure/erasures.ts';
import { keys } from '../../../lambdas/store/table/keys.ts';
import { queryAll } from '../../../lambdas/store/table/query.ts';
import { listAttempts, recordAttempt } from '../../../lambdas/store/webhooks/event-attempts.ts';
import { eventIn, type OutboxEvent } from '../../../lambdas/store/webhooks/outbox-events.ts';
import type { TestTable } from '../../../tools/harness/test-table.ts';
import { foundIn, tableTexts } from '../../../tools/harness/traces.ts';
import { withErasureScene, type ErasureScene } from './scene.ts';

const said = 'we know Mrs. Quillfeather of the choir';

const made = z.object({ customer: z.object({ customer_id: z.string() }) });
const begun = z.object({ instance: z.object({ id: z.string() }) });

let table: TestTable;
let scene: ErasureScene;
withErasureScene((...started) => {
  [scene, table] = started;
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

it('a long answer that is kept for another customer hinders no erasure', async () => {
  const metadata = { notes: 'n'.repeat(4_500) };
  const upsert = (externalId: string, key: string) => {
    const about = { external_customer_id: externalId, customer_name: 'Giver or taker', metadata };
    return scene.command('POST', 'upsert-partner-customer', about, key);
  };
  const customer = async (externalId: string): Promise<string> =>
    made.parse((await upsert(externalId, `the making of the ${externalId}`)).body).customer.customer_id;
  const [giver, taker] = [await customer('giver'), await customer('taker')];
  const line = { partner_customer_id: giver, instance_key: 'given', instance_name: 'Given' };
  const { instance } = begun.parse((await scene.command('POST', 'create-customer-instance', line)).body);
  const move = { instance_id: instance.id, target_customer_id: taker, reason: 'it was given' };
  expect(await scene.command('POST', 'move-partner-instance-to-customer', move)).toMatchObject({ status: 200 });
  // Of an upsert without a change no history entry has the key.
  const kept = await upsert('taker', 'no change');
  await scene.erase(giver);
  await scene.finish(giver);
  expect(await readErasure(table, scene.partner.partnerId, giver)).toMatchObject({ state: 'done' });
  const { status, body } = await upsert('taker', 'no change');
  expect([status, body]).toEqual([200, kept.body]);
});
