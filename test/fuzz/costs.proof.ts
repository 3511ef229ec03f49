import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { costTable, measureCosts, type Cost } from '../../tools/fuzz/costs.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';

let table: TestTable;
beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());

describe('the cost of reading a call', () => {
  let costs: readonly Cost[];
  beforeAll(async () => {
    costs = await measureCosts(table, 1);
    console.log(costTable(costs));
  });

  it('is measured of every field', () => {
    expect(costs.length).toBeGreaterThan(300);
    expect(costs.map(({ route, field }) => `${route} ${field}`)).toEqual(
      expect.arrayContaining([
        'upsert-partner-customer customer_name',
        'update-partner-customer changes.customer_name',
        'import-partner-customers customers[64].customer_name',
        'list-partner-customers search',
      ]),
    );
  });

  it('is a small multiple of that of a plain call of the same size, and grows no faster', () => {
    expect(costs.filter(({ fault }) => fault !== null)).toEqual([]);
  });
});
