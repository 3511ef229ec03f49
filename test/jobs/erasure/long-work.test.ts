import { expect, it } from '@jest/globals';
import { z } from 'zod';
import { isoOf } from '../../../lambdas/kernel/time.ts';
import { readErasure } from '../../../lambdas/store/erasure/erasures.ts';
import type { TestTable } from '../../../tools/harness/test-table.ts';
import { withErasureScene, type ErasureScene } from './scene.ts';

const made = z.object({ customer: z.object({ customer_id: z.string() }) });
const begun = z.object({ instance: z.object({ id: z.string() }) });
const hour = 3_600_000;

let table: TestTable;
let scene: ErasureScene;
withErasureScene((...started) => {
  [scene, table] = started;
});

const newCustomer = async (externalId: string): Promise<string> => {
  const about = { external_customer_id: externalId, customer_name: 'Long' };
  return made.parse((await scene.command('POST', 'upsert-partner-customer', about)).body).customer.customer_id;
};

it('an erasure ends when the history is as long as whole pages of the table', async () => {
  const customerId = await newCustomer('whole-pages');
  // With the creation and the beginning of the erasure: 100 entries, as many as a page has.
  for (let round = 1; round <= 98; round += 1) {
    const changes = { customer_name: `Long ${round}` };
    await scene.command('PATCH', 'update-partner-customer', { customer_id: customerId, changes });
  }
  await scene.erase(customerId);
  await scene.finish(customerId);
  expect(await readErasure(table, scene.partner.partnerId, customerId)).toMatchObject({ state: 'done' });
});

it('an erasure ends when its delivery events take several invocations', async () => {
  const customerId = await newCustomer('many-hours');
  const line = { partner_customer_id: customerId, instance_key: 'many-hours', instance_name: 'Many hours' };
  const { instance } = begun.parse((await scene.command('POST', 'create-customer-instance', line)).body);
  await scene.connect(instance.id, '206540352249', '3001');
  for (let age = 1; age <= 12; age += 1) {
    const report = { phone_number_id: '206540352249', message_id: `wamid.${age}`, status: 'sent', recipient: 'Ana' };
    const occurred_at = isoOf(scene.clock.now() - age * hour);
    expect(await scene.command('POST', 'report-partner-message-status', { ...report, occurred_at })).toMatchObject({
      status: 201,
    });
  }
  await scene.fold();
  await scene.foldIndex();
  await scene.erase(customerId);
  // Each look at the clock takes 10 s of the minute that an invocation has.
  const clock = (): number => {
    scene.clock.pass(10_000);
    return scene.clock.now();
  };
  await scene.finish(customerId, { ...scene.deps, clock });
  expect(await readErasure(table, scene.partner.partnerId, customerId)).toMatchObject({ state: 'done' });
});
