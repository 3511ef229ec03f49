import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { announceInstanceIndex, readSearchHead } from '../../../lambdas/store/search/search-head.ts';
import { plantInstances } from '../../../tools/harness/plant-instances.ts';
import { startTestTable, type TestTable } from '../../../tools/harness/test-table.ts';
import {
  carryOut,
  filterOf,
  fold,
  holds,
  indexed,
  isReady,
  scanned,
  startInstancePartner,
} from './instance-search-scene.ts';
import { long } from './search-scene.ts';

let table: TestTable;
beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());

test.each([true, false])(
  'an erasure leaves no text of an instance in the index (a change waits: %s)',
  async (waits) => {
    const partner = await startInstancePartner(table, 'standard');
    for (const kind of ['customer', 'create', 'customer', 'create']) await carryOut(partner, { kind, label: 'Secret' });
    // The second instance is of the first customer as well, and the third is of the second.
    await carryOut(partner, { kind: 'create', any: 1, label: 'Other' });
    await announceInstanceIndex(table, partner.partnerId, partner.scene.clock.now());
    partner.scene.clock.pass(long);
    await fold(partner);
    expect(await holds(partner, 'secret')).toBe(true);
    if (waits) await carryOut(partner, { kind: 'label', any: 0, label: 'Secret again' });
    const [customer = ''] = partner.customers;
    await partner.scene.erase(customer);
    await partner.scene.finish(customer);
    expect(await holds(partner, 'secret')).toBe(false);
    expect(await holds(partner, 'key-0')).toBe(false);
    expect(await holds(partner, 'other')).toBe(true);
    for (const search of ['secret', 'erased', 'key']) {
      expect(await indexed(partner, filterOf(search))).toEqual(await scanned(partner, filterOf(search)));
    }
  },
);

test('the first search among 1,000 instances gives the partner an index, which finds the same', async () => {
  const partner = await startInstancePartner(table, 'standard');
  const { scene, partnerId } = partner;
  await carryOut(partner, { kind: 'customer' });
  const [customer = ''] = partner.customers;
  const ask = () => scene.query('search-partner-instances', { search: '-99', page_size: '3', page: '2' });
  // The scene has an instance of its own.
  await plantInstances(table, partnerId, customer, 998);
  await ask();
  expect(await readSearchHead(table, partnerId, 'I')).toBeNull();
  await carryOut(partner, { kind: 'create', label: 'Anna' });
  const before = await ask();
  expect(await readSearchHead(table, partnerId, 'I')).not.toBeNull();
  scene.clock.pass(long);
  await fold(partner);
  expect(await isReady(partner)).toBe(true);
  expect((await ask()).body).toEqual(before.body);
  const ofCustomer = await scene.query('search-partner-instances', {
    search: '-99',
    customer_id: customer,
    page_size: '3',
    page: '2',
  });
  expect(ofCustomer.body).toEqual(before.body);
});
