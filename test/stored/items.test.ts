import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readingProblems } from './item-problems.ts';
import { itemKinds } from '../../tools/stored-forms/item-kinds.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';

let table: TestTable;
beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());

it.each(itemKinds)('of an item of %s of every version, the code reads what it meant', async (kind) => {
  expect(await readingProblems(table, kind)).toEqual([]);
});
