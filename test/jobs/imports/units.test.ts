import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startMeteredTable, type MeteredTable } from '../../../tools/access-patterns/metered-table.ts';
import type { TestPartner } from '../../../tools/harness/service.ts';
import { importScene, type ImportScene } from './import-scene.ts';

let table: MeteredTable;
let scene: ImportScene;
let partner: TestPartner;

beforeAll(async () => {
  table = await startMeteredTable();
  scene = await importScene(table);
  partner = await scene.service.newPartner();
});
afterAll(() => table.stop());

const rowCount = 300;

const rowsNamed = (name: string) =>
  Array.from({ length: rowCount }, (_, row) => ({
    external_customer_id: `shop-${row}`,
    customer_name: `${name} ${row}`,
    customer_email: `shop-${row}@example.com`,
    customer_phone: '+49 30 901820',
  }));

/** The write units of the call and of its worker, for each row. */
const unitsEach = async (name: string): Promise<number> => {
  const { result, accesses } = await table.measure(() => scene.imported(partner, rowsNamed(name)));
  expect(result).toMatchObject({ status: 'completed', total: rowCount, failed: 0 });
  return accesses.reduce((sum, { write }) => sum + write, 0) / rowCount;
};

test('a row takes at most eight write units, for a new customer and for one that changes', async () => {
  const created = await unitsEach('New');
  const changed = await unitsEach('Changed');
  expect(created).toBeGreaterThan(6);
  expect(created).toBeLessThanOrEqual(8);
  expect(changed).toBeGreaterThan(5);
  expect(changed).toBeLessThanOrEqual(8);
});
