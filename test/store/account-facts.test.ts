import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { second } from '../../lambdas/kernel/time.ts';
import { keepAccountFacts, readAccountFacts, sameAccountClause } from '../../lambdas/store/platform/account-facts.ts';
import { commit } from '../../lambdas/store/table/commit.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';

let table: TestTable;
beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());

const now = Date.UTC(2026, 10, 20);
const wordsOf = async (waba: string): Promise<readonly string[]> =>
  (await readAccountFacts(table, waba)).facts.map(({ word }) => word);

test.each<[string, readonly (readonly [string, number])[], readonly string[]]>([
  [
    'a late one changes nothing',
    [
      ['DISABLE', 2],
      ['SCHEDULE_FOR_DISABLE', 1],
    ],
    ['DISABLE'],
  ],
  [
    'an end in the second of the beginning counts',
    [
      ['DISABLE', 1],
      ['', 1],
    ],
    [''],
  ],
  [
    'a beginning in the second of the end does not',
    [
      ['', 1],
      ['DISABLE', 1],
    ],
    [''],
  ],
  ['a status of a number is not of the account', [['FLAGGED', 1]], []],
])('of the facts of an account, %s', async (name, said, known) => {
  for (const [word, after] of said) {
    await keepAccountFacts(table, name, { platform_status: word }, now + after * second, now);
  }
  expect(await wordsOf(name)).toEqual(known);
});

test('a commit is refused when a callback said more of the account meanwhile', async () => {
  const waba = '310000000000777';
  const before = await readAccountFacts(table, waba);
  await commit(table, [sameAccountClause(table, waba, before)]);
  await keepAccountFacts(table, waba, { platform_status: 'DISABLE' }, now, now);
  await expect(commit(table, [sameAccountClause(table, waba, before)])).rejects.toThrow();
  const read = await readAccountFacts(table, waba);
  await keepAccountFacts(table, waba, { platform_status: '' }, now + second, now);
  await expect(commit(table, [sameAccountClause(table, waba, read)])).rejects.toThrow();
});
