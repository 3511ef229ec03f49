import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { customerStatuses, type CustomerStatus } from '../../../lambdas/domain/customer.ts';
import { startTestTable, type TestTable } from '../../../tools/harness/test-table.ts';
import { dyingTable } from './dying-table.ts';
import { long, startSearchScene, type Asked, type SearchScene } from './search-scene.ts';

let table: TestTable;
beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());

const statusSets: readonly (readonly CustomerStatus[])[] = [
  customerStatuses,
  ['active', 'inactive', 'erasing', 'erasure_failed'],
  ['merged', 'erased'],
];
const questions: readonly Asked[] = ['an', 'x-1', 'erased', '5550', 'zoë'].flatMap((search) =>
  statusSets.map((statuses, at) => ({
    search,
    statuses: new Set(statuses),
    page: 1 + (at % 2),
    pageSize: at === 1 ? 2 : 50,
  })),
);

const asTheRecords = async (it: SearchScene, some: readonly Asked[] = questions): Promise<void> => {
  for (const asked of some) {
    const found = await it.indexed(asked);
    if (found !== null) expect(found).toEqual(await it.brute(asked));
    else expect(await it.isReady()).toBe(false);
  }
};

const name = fc.constantFrom('Anna', 'Hans', 'ZOË', 'Erased by hand', 'Ben', 'Müller & Söhne');
const phone = fc.constantFrom('', '+49 5550 123456', '+49 555 0221100', '+49 30 1234567');
const any = fc.nat(1_000);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('create'), name, phone }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('rename'), any, name, phone }) },
  fc.record({ kind: fc.constant('merge'), any, other: any }),
  fc.record({ kind: fc.constant('deactivate'), any }),
  fc.record({ kind: fc.constant('reactivate'), any }),
  fc.record({ kind: fc.constant('erase'), any }),
  fc.record({ kind: fc.constant('work') }),
  fc.record({ kind: fc.constant('wait') }),
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('fold') }) },
  fc.record({ kind: fc.constant('fold a step') }),
  fc.record({ kind: fc.constant('die'), calls: fc.nat(12), carriedOut: fc.boolean() }),
);
type Step = { readonly kind: string } & Partial<{
  readonly name: string;
  readonly phone: string;
  readonly any: number;
  readonly other: number;
  readonly calls: number;
  readonly carriedOut: boolean;
}>;

const carryOut = async (it: SearchScene, customers: string[], given: Step): Promise<void> => {
  const { scene } = it;
  const customer_id = customers[(given.any ?? 0) % Math.max(1, customers.length)] ?? '';
  const target_customer_id = customers[(given.other ?? 0) % Math.max(1, customers.length)] ?? '';
  const command = (method: 'POST' | 'PATCH', route: string, body: Record<string, unknown>): Promise<unknown> =>
    customer_id === '' ? Promise.resolve() : scene.command(method, route, body).catch(() => undefined);
  switch (given.kind) {
    case 'create':
      scene.clock.pass(1);
      customers.push(await it.create(`X-${customers.length}`, given.name ?? '', given.phone));
      return;
    case 'rename': {
      const changes = { customer_name: given.name, customer_phone: given.phone === '' ? null : given.phone };
      await command('PATCH', 'update-partner-customer', { customer_id, changes });
      return;
    }
    case 'merge':
      await command('POST', 'merge-partner-customers', { source_customer_id: customer_id, target_customer_id });
      return;
    case 'deactivate':
    case 'reactivate':
      await command('POST', `${given.kind}-partner-customer`, { customer_id });
      return;
    case 'erase':
      if (customer_id !== '') await scene.erase(customer_id).catch(() => undefined);
      return;
    case 'work':
      while (await scene.step());
      scene.clock.pass(15_000);
      return;
    case 'wait':
      scene.clock.pass(long);
      return;
    case 'fold':
      await it.fold();
      return;
    case 'fold a step':
      await it.fold({}, 0);
      return;
    case 'die':
      await it.fold({ table: dyingTable(table, given.calls ?? 0, given.carriedOut === true) }).catch(() => undefined);
      return;
  }
};

describe('a search by the index', () => {
  it.each([
    { size: 'standard', numRuns: 6 },
    { size: 'large', numRuns: 2 },
  ])('finds what the records say, in any history of a partner of the size $size', async ({ size, numRuns }) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 4, maxLength: 12 }),
        fc.array(step, { minLength: 10, maxLength: 30 }),
        async (before, after) => {
          const scene = await startSearchScene(table);
          const customers: string[] = [];
          for (const one of before) if (!/fold|die/.test(one.kind)) await carryOut(scene, customers, one);
          if (size === 'large') {
            await scene.scene.operate('partners size', { partner_id: scene.partnerId, size: 'large' });
            scene.scene.clock.pass(10 * 60 * 60_000);
          }
          await scene.announce();
          for (const [at, one] of after.entries()) {
            await carryOut(scene, customers, one);
            await asTheRecords(
              scene,
              [4, 7].flatMap((by) => questions[(by * at) % questions.length] ?? []),
            );
          }
          scene.scene.clock.pass(long);
          await scene.fold();
          expect(await scene.isReady()).toBe(true);
          await asTheRecords(scene);
        },
      ),
      { numRuns, endOnFailure: true },
    );
  });
});
