import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { SearchFilter } from '../../../lambdas/domain/search/search-row.ts';
import { announceInstanceIndex } from '../../../lambdas/store/search/search-head.ts';
import { startTestTable, type TestTable } from '../../../tools/harness/test-table.ts';
import {
  carryOut,
  filterOf,
  fold,
  indexed,
  isReady,
  scanned,
  startInstancePartner,
  type InstancePartner,
} from './instance-search-scene.ts';
import { long } from './search-scene.ts';

let table: TestTable;
beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());

const filters: readonly SearchFilter[] = [
  ...['an', 'key-1', 'erased', '5550', 'zoë'].map((search) => filterOf(search)),
  filterOf('', { wabaId: 'waba-1' }),
  filterOf('key', { wabaId: 'waba-2', statuses: new Set(['connected']) }),
  filterOf('an', { statuses: new Set(['created', 'inactive']) }),
];

const asTheRecords = async (it: InstancePartner, some: readonly SearchFilter[] = filters): Promise<void> => {
  for (const filter of some) {
    const found = await indexed(it, filter);
    if (found === null) expect(await isReady(it)).toBe(false);
    else expect(found).toEqual(await scanned(it, filter));
  }
};

const label = fc.constantFrom('Anna', 'Hans', 'ZOË', 'Erased by hand', '');
const number = fc.constantFrom(null, '+49 5550 123456', '+49 555 0221100', '+49 30 1234567');
const any = fc.nat(1_000);
const step = fc.oneof(
  fc.record({ kind: fc.constant('customer') }),
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('create'), any, label }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('label'), any, label }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('connect'), any, waba: fc.constantFrom('waba-1', 'waba-2') }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('facts'), any, label, number }) },
  fc.record({ kind: fc.constant('deactivate'), any }),
  fc.record({ kind: fc.constant('merge'), any, other: any }),
  fc.record({ kind: fc.constant('erase'), any }),
  fc.record({ kind: fc.constant('work') }),
  fc.record({ kind: fc.constant('wait') }),
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('fold') }) },
  fc.record({ kind: fc.constant('fold a step') }),
  fc.record({ kind: fc.constant('die'), calls: fc.nat(12), carriedOut: fc.boolean() }),
);
describe('a search of instances by the index', () => {
  it.each([
    { size: 'standard', numRuns: 6 },
    { size: 'large', numRuns: 2 },
  ])('finds what the records say, in any history of a partner of the size $size', async ({ size, numRuns }) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 4, maxLength: 12 }),
        fc.array(step, { minLength: 10, maxLength: 30 }),
        async (before, after) => {
          const partner = await startInstancePartner(table, size);
          for (const kind of ['customer', 'customer', 'create', 'create'])
            await carryOut(partner, { kind, label: 'Anna' });
          for (const one of before) if (!/fold|die/.test(one.kind)) await carryOut(partner, one);
          await announceInstanceIndex(table, partner.partnerId, partner.scene.clock.now());
          partner.scene.clock.pass(long);
          for (const [at, one] of after.entries()) {
            await carryOut(partner, one);
            await asTheRecords(
              partner,
              [3, 5].flatMap((by) => filters[(by * at) % filters.length] ?? []),
            );
          }
          partner.scene.clock.pass(long);
          await fold(partner);
          expect(await isReady(partner)).toBe(true);
          await asTheRecords(partner);
        },
      ),
      { numRuns, endOnFailure: true },
    );
  });
});
