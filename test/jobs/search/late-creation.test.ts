import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { dispatch } from '../../../lambdas/api/dispatch.ts';
import { hour, minute } from '../../../lambdas/kernel/time.ts';
import { announceInstanceIndex, readFrom, readSearchHead } from '../../../lambdas/store/search/search-head.ts';
import { eventOf } from '../../../tools/harness/service.ts';
import { startTestTable, type TestTable } from '../../../tools/harness/test-table.ts';
import type { ErasureScene } from '../erasure/scene.ts';
import { interposed } from '../../interposed-table.ts';
import { carryOut, filterOf, fold, indexed, scanned, startInstancePartner } from './instance-search-scene.ts';
import { long, startSearchScene } from './search-scene.ts';

let table: TestTable;
beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());

/** A call whose commit is on its way while the environment is frozen. */
const frozen = async (
  { dispatcher, apikey, partner }: ErasureScene,
  body: Readonly<Record<string, unknown>>,
  meanwhile: () => Promise<void>,
): Promise<number | undefined> => {
  const slow = interposed(table, async (command, send) => {
    if (command instanceof TransactWriteCommand) await meanwhile();
    return send();
  });
  const headers = { apikey, authorization: `Bearer ${partner.apiKey}`, 'content-type': 'application/json' };
  const deps = { ...dispatcher.deps, table: slow };
  return (await dispatch({ ...dispatcher, deps }, eventOf('POST', { body }, headers))).statusCode;
};

test('a customer is found although its commit lands after a fold has passed its id', async () => {
  const it = await startSearchScene(table);
  const { clock } = it.scene;
  for (let n = 0; n < 5; n += 1) await it.create(`C-${n}`, `Acme ${n}`);
  await it.announce();
  await it.fold();
  const body = { route: 'upsert-partner-customer', external_customer_id: 'C-late', customer_name: 'Acme late' };
  const status = await frozen(it.scene, body, async () => {
    clock.pass(hour);
    await it.create('C-later', 'Acme later');
    clock.pass(5 * minute);
    await it.fold();
  });
  expect(status).toBe(201);
  const asked = { search: 'acme', statuses: new Set(['active'] as const), page: 1, pageSize: 50 };
  const found = await it.brute(asked);
  expect(found).toMatchObject({ total: 8 });
  expect(await it.indexed(asked)).toEqual(found);
  clock.pass(5 * minute);
  await it.fold();
  expect(await it.indexed(asked)).toEqual(found);
});

test('a customer is found although a call from before the index commits it when the build has passed its id', async () => {
  const it = await startSearchScene(table);
  const { clock } = it.scene;
  for (let n = 0; n < 5; n += 1) await it.create(`C-${n}`, `Acme ${n}`);
  const body = { route: 'upsert-partner-customer', external_customer_id: 'C-late', customer_name: 'Acme late' };
  const status = await frozen(it.scene, body, async () => {
    clock.pass(hour);
    await it.announce();
    await it.fold();
    await it.create('C-later', 'Acme later');
  });
  expect([status, await it.isReady()]).toEqual([201, true]);
  const asked = { search: 'acme', statuses: new Set(['active'] as const), page: 1, pageSize: 50 };
  const found = await it.brute(asked);
  expect(found).toMatchObject({ total: 8 });
  for (const pause of [0, 5 * minute, 20 * minute, hour]) {
    clock.pass(pause);
    expect(await it.indexed(asked)).toEqual(found);
    await it.fold();
    expect(await it.indexed(asked)).toEqual(found);
  }
  // By now the customer is in a block, and searches no longer read the records of the day before the index.
  const head = await readSearchHead(table, it.partnerId, 'C');
  expect(head?.blocks.reduce((sum, { count }) => sum + count, 0)).toBe(8);
  expect(head === null ? null : readFrom('C', head)).toBe(head?.covered);
});

test('an instance is found although its commit lands after a fold has passed its id', async () => {
  const it = await startInstancePartner(table, 'standard');
  const { clock } = it.scene;
  await carryOut(it, { kind: 'customer' });
  await carryOut(it, { kind: 'create', label: 'early' });
  await announceInstanceIndex(table, it.partnerId, clock.now());
  clock.pass(long);
  await fold(it);
  const body = {
    route: 'create-customer-instance',
    customer_id: it.customers[0],
    instance_key: 'late',
    create_connect_session: false,
  };
  const status = await frozen(it.scene, body, async () => {
    clock.pass(hour);
    await fold(it);
  });
  expect(status).toBe(201);
  const found = await scanned(it, filterOf('late'));
  expect(found).toHaveLength(1);
  expect(await indexed(it, filterOf('late'))).toEqual(found);
});
