import { brotliDecompressSync } from 'node:zlib';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { customerStatuses } from '../../../lambdas/domain/customer.ts';
import { eraseRows } from '../../../lambdas/store/search/erase-rows.ts';
import { searchKeys } from '../../../lambdas/store/search/search-keys.ts';
import { makeFoldDue, readSearchHead } from '../../../lambdas/store/search/search-head.ts';
import { getItem } from '../../../lambdas/store/table/read.ts';
import { claimItem } from '../../../lambdas/store/table/work.ts';
import { newId } from '../../../lambdas/runtime/clock.ts';
import { noDeadline } from '../../../tools/harness/no-deadline.ts';
import { plantCustomers } from '../../../tools/harness/plant-customers.ts';
import { startTestTable, type TestTable } from '../../../tools/harness/test-table.ts';
import { rawItems } from '../../../tools/harness/traces.ts';
import { dyingTable } from './dying-table.ts';
import { long, startSearchScene, type Asked, type SearchScene } from './search-scene.ts';

let table: TestTable;
beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());

const all = (search: string): Asked => ({ search, statuses: new Set(customerStatuses), page: 1, pageSize: 50 });
const total = (found: unknown): unknown => (found as { readonly total: number } | null)?.total ?? null;

/** An index of eight customers and the one of the scene, in three blocks. */
const built = async (): Promise<SearchScene & { readonly ids: readonly string[] }> => {
  const it = await startSearchScene(table);
  const ids: string[] = [];
  for (let number = 0; number < 8; number += 1) {
    it.scene.clock.pass(1_000);
    ids.push(await it.create(`X-${number}`, `Secret Name ${number}`));
  }
  await it.announce();
  await it.fold();
  return { ...it, ids };
};

/** Whether a text stands in what belongs to the partner's index, packed or not. */
const holds = async ({ partnerId }: SearchScene, text: string): Promise<boolean> => {
  const items = (await rawItems(table)).filter(({ pk }) => String(pk).startsWith(`P#${partnerId}#S`));
  return items.some((item) => {
    const { body } = item;
    const unpacked = body instanceof Uint8Array ? brotliDecompressSync(body.subarray(1)).toString() : '';
    return JSON.stringify(item).includes(text) || unpacked.includes(text);
  });
};

describe('the first build', () => {
  test('is answered by the records until it is whole, and goes on after a time that was up', async () => {
    const it = await built();
    const fresh = await startSearchScene(table);
    for (let number = 0; number < 7; number += 1) await fresh.create(`X-${number}`, 'Anna');
    await fresh.announce();
    await fresh.fold({}, 0);
    expect((await readSearchHead(table, fresh.partnerId, 'C'))?.blocks).toHaveLength(1);
    expect(await fresh.indexed(all('anna'))).toBeNull();
    await fresh.fold({}, 0);
    await fresh.fold();
    expect(total(await fresh.indexed(all('anna')))).toBe(7);
    expect((await readSearchHead(table, it.partnerId, 'C'))?.blocks.map(({ count }) => count)).toEqual([3, 3, 3]);
  });

  test('forgets changes that calls noted which knew of the index before others did', async () => {
    const it = await startSearchScene(table);
    const id = await it.create('X-1', 'Anna');
    const stale = {
      ...searchKeys.change(it.partnerId, 'C', id),
      revision: 0,
      status: 'inactive',
      text: 'old',
      digits: '',
    };
    await table.client.send(new PutCommand({ TableName: table.name, Item: stale }));
    await it.announce();
    await it.fold();
    expect(total(await it.indexed(all('anna')))).toBe(1);
    expect(total(await it.indexed(all('old')))).toBe(0);
  });
});

describe('a search', () => {
  test('finds new, renamed and deactivated customers at once, before and after a fold', async () => {
    const it = await built();
    const [first = '', second = ''] = it.ids;
    const changes = { customer_name: 'Zoë' };
    it.scene.clock.pass(30_000);
    await it.scene.command('PATCH', 'update-partner-customer', { customer_id: first, changes });
    await it.scene.command('POST', 'deactivate-partner-customer', { customer_id: second });
    await it.create('X-9', 'Zoë the second');
    const check = async (): Promise<void> => {
      expect(total(await it.indexed(all('zoe')))).toBe(2);
      expect(total(await it.indexed(all('secret name 0')))).toBe(0);
      expect(total(await it.indexed({ ...all('secret'), statuses: new Set(['inactive']) }))).toBe(1);
    };
    await check();
    await it.fold();
    await check();
    it.scene.clock.pass(long);
    await it.fold();
    await check();
  });

  test('has the index folded when much waits, and only then', async () => {
    const it = await built();
    const head = async () => getItem(table, searchKeys.head(it.partnerId, 'C'));
    await it.indexed(all('x'));
    expect((await head())?.['due_at']).toBeUndefined();
    const { clock } = it.scene;
    await plantCustomers(table, it.partnerId, {
      count: 30,
      from: clock.now(),
      to: clock.now() + 30,
      describe: () => ({}),
    });
    expect(total(await it.indexed(all('customer')))).toBe(30);
    expect((await head())?.['due_at']).toBeDefined();
  });

  test('among 1,000 customers gives the partner an index', async () => {
    const it = await startSearchScene(table);
    const { clock } = it.scene;
    const ask = () => it.scene.query('list-partner-customers', { search: 'customer 9', page_size: '1' });
    const plant = async (count: number) =>
      plantCustomers(table, it.partnerId, {
        count,
        from: clock.now() - 86_400_000,
        to: clock.now(),
        describe: () => ({}),
      });
    await plant(998);
    await ask();
    expect(await readSearchHead(table, it.partnerId, 'C')).toBeNull();
    await plantCustomers(table, it.partnerId, { count: 1, from: clock.now(), to: clock.now(), describe: () => ({}) });
    const before = await ask();
    expect(await readSearchHead(table, it.partnerId, 'C')).not.toBeNull();
    clock.pass(long);
    await it.fold();
    expect(await it.isReady()).toBe(true);
    expect((await ask()).body).toEqual(before.body);
  });
});

describe('a worker that dies', () => {
  test.each([true, false])(
    'at any call leaves what the next one completes (the call carried out: %s)',
    async (done) => {
      const it = await built();
      it.scene.clock.pass(30_000);
      for (let calls = 0; ; calls += 1) {
        const changes = { customer_name: `Anna ${calls}` };
        await it.scene.command('PATCH', 'update-partner-customer', { customer_id: it.ids[calls % 8], changes });
        await it.create(`Y-${calls}`, 'Anna');
        it.scene.clock.pass(long);
        const isDead = await it.fold({ table: dyingTable(table, calls, done) }).then(
          () => false,
          () => true,
        );
        expect(await it.indexed(all('anna'))).toEqual(await it.brute(all('anna')));
        it.scene.clock.pass(long);
        await it.fold();
        const blocks = (await rawItems(table)).filter(({ pk }) =>
          new RegExp(`^P#${it.partnerId}#S#.{36}$`).test(String(pk)),
        );
        expect(blocks).toHaveLength((await readSearchHead(table, it.partnerId, 'C'))?.blocks.length ?? 0);
        if (!isDead) return;
      }
    },
  );
});

describe('an erasure', () => {
  test('leaves no text of the customer in the index before it has ended', async () => {
    const it = await built();
    const [, , customer = ''] = it.ids;
    expect(await holds(it, 'secret name 2')).toBe(true);
    await it.scene.erase(customer);
    await it.scene.finish(customer);
    expect(await holds(it, 'secret name 2')).toBe(false);
    expect(await holds(it, 'secret name 3')).toBe(true);
    expect(total(await it.indexed(all('secret')))).toBe(7);
    expect(total(await it.indexed(all('erased customer')))).toBe(1);
    expect(total(await it.indexed(all('x-2')))).toBe(0);
  });

  test('leaves none of a change that waits, either', async () => {
    const it = await built();
    const [customer = ''] = it.ids;
    it.scene.clock.pass(30_000);
    const changes = { customer_name: 'Another Secret' };
    await it.scene.command('PATCH', 'update-partner-customer', { customer_id: customer, changes });
    expect(await holds(it, 'another secret')).toBe(true);
    await it.scene.erase(customer);
    expect(await holds(it, 'another secret')).toBe(false);
    expect(await it.indexed(all('another'))).toEqual(await it.brute(all('another')));
  });

  test('waits for a worker that folds, and removes what a dead one left', async () => {
    const it = await built();
    const [customer = ''] = it.ids;
    const { clock } = it.scene;
    await it.scene.erase(customer);
    await makeFoldDue(table, it.partnerId, 'C', clock.now());
    await claimItem(table, searchKeys.head(it.partnerId, 'C'), clock.now(), clock.now() + 60_000, 'a fold');
    const deps = { table, clock: clock.now, newId, deadline: noDeadline };
    expect(await eraseRows(deps, it.partnerId, 'C', [customer])).toBe(false);
    expect(await holds(it, 'secret name 0')).toBe(true);
    clock.pass(60_000);
    expect(await eraseRows(deps, it.partnerId, 'C', [customer])).toBe(true);
    expect(await holds(it, 'secret name 0')).toBe(false);
  });
});
