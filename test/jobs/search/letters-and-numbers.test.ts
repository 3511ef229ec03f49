import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { z } from 'zod';
import { customerStatuses } from '../../../lambdas/domain/customer.ts';
import { announceInstanceIndex } from '../../../lambdas/store/search/search-head.ts';
import { startTestTable, type TestTable } from '../../../tools/harness/test-table.ts';
import { rawItems } from '../../../tools/harness/traces.ts';
import { carryOut, filterOf, fold, indexed, scanned, startInstancePartner } from './instance-search-scene.ts';
import { long, startSearchScene, type SearchScene } from './search-scene.ts';

let table: TestTable;
beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());

const page = z.object({ items: z.array(z.object({ external_customer_id: z.string() })), total: z.number() });

/** Terms, and the customers and lines that they find. */
const terms = [
  ['lodz', ['street']],
  ['ŁÓDŹ', ['street']],
  ['HAUPTSTRASSE', ['street']],
  ['hauptstraße', ['street']],
  ['sorensen', ['person']],
  ['Sørensen', ['person']],
  ['coeur', ['person']],
  ['+55 11 98888-7777', ['street']],
  ['0055 11 98888-7777', ['street']],
  ['8888-7777', ['street']],
  ['+44 20 7946 0958', ['person']],
  ['020 7946 0958', ['person']],
  ['+44 20 7946 0959', []],
  ['lodzer', []],
] as const;

const names = { street: 'Łódź Hauptstraße', person: 'Sørensen Cœur' };
const phones = { street: '(11) 98888-7777', person: '+44 20 7946 0958' };

const expectFound = async (find: (term: string) => Promise<readonly string[]>): Promise<void> => {
  const found = await Promise.all(terms.map(async ([term]) => [term, (await find(term)).toSorted()]));
  expect(found).toEqual(terms);
};

const askedOf = (search: string) => ({ search, statuses: new Set(customerStatuses), page: 1, pageSize: 50 });
const idsIn = (found: unknown): readonly string[] => {
  const { items, total } = page.parse(found);
  expect(total).toBe(items.length);
  return items.map(({ external_customer_id: id }) => id);
};
const byIndex = (it: SearchScene) => async (term: string) => idsIn(await it.indexed(askedOf(term)));
const byRecords = (it: SearchScene) => async (term: string) => idsIn(await it.brute(askedOf(term)));

test('customers are found by base letters and the ends of numbers, in records, changes and blocks', async () => {
  const it = await startSearchScene(table);
  const plain = await it.create('street', 'Plain name', '+1 415 555 0123');
  await it.announce();
  await it.fold();
  await it.create('person', names.person, phones.person);
  const changes = { customer_name: names.street, customer_phone: phones.street };
  await it.scene.command('PATCH', 'update-partner-customer', { customer_id: plain, changes });
  await expectFound(byRecords(it));
  await expectFound(byIndex(it));
  it.scene.clock.pass(long);
  await it.fold();
  await expectFound(byIndex(it));
  // The form of every release: one that folds less finds its own terms in it.
  const texts = (await rawItems(table)).flatMap(({ search }) => (typeof search === 'string' ? [search] : []));
  expect(texts).toContain('łodz hauptstraße\u0000\u0000street');
});

test('lines are found by base letters and the ends of numbers, in records, changes and blocks', async () => {
  const it = await startInstancePartner(table, 'standard');
  await carryOut(it, { kind: 'customer' });
  const kinds = ['street', 'person'] as const;
  for (const [any, kind] of kinds.entries()) {
    await carryOut(it, { kind: 'create', label: 'x' });
    if (any === 0) {
      await announceInstanceIndex(table, it.partnerId, it.scene.clock.now());
      it.scene.clock.pass(long);
      await fold(it);
    }
    await carryOut(it, { kind: 'facts', any, label: names[kind], number: phones[kind] });
  }
  const kindsOf = (ids: readonly string[] | null): readonly string[] =>
    ids?.map((id) => kinds[it.instances.indexOf(id)] ?? id) ?? ['no index'];
  await expectFound(async (term) => kindsOf(await scanned(it, filterOf(term))));
  await expectFound(async (term) => kindsOf(await indexed(it, filterOf(term))));
  it.scene.clock.pass(long);
  await fold(it);
  await expectFound(async (term) => kindsOf(await indexed(it, filterOf(term))));
});
