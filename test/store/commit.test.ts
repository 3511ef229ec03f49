import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { commit, type Clause, type TransactWrite } from '../../lambdas/store/table/commit.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';

let table: TestTable;
beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());

const key = { pk: 'A', sk: 'B' };
const clause = (name: string, write: TransactWrite): Clause => ({ name, write });

/** "TransactWriteItems … cannot target the same item": API_TransactWriteItems.html of the DynamoDB API reference. */
const operations = (): readonly (readonly [string, TransactWrite])[] => [
  ['Put', { Put: { TableName: table.name, Item: { ...key, n: 1 } } }],
  ['Update', { Update: { TableName: table.name, Key: key, UpdateExpression: 'REMOVE n' } }],
  ['Delete', { Delete: { TableName: table.name, Key: key } }],
  [
    'ConditionCheck',
    { ConditionCheck: { TableName: table.name, Key: key, ConditionExpression: 'attribute_not_exists(pk)' } },
  ],
];

test('a commit with two operations on one item is refused before it is sent, whatever the operations are', async () => {
  const elsewhere = { Put: { TableName: table.name, Item: { pk: 'A', sk: 'elsewhere' } } };
  for (const [left, first] of operations()) {
    for (const [right, second] of operations()) {
      const clauses = [clause(left, first), clause('other', elsewhere), clause(`second ${right}`, second)];
      await expect(commit(table, clauses)).rejects.toThrow(
        `a commit has two operations on one item: "${left}" and "second ${right}"`,
      );
    }
  }
  const { Item: item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: { pk: 'A', sk: 'elsewhere' } }),
  );
  expect(item).toBeUndefined();
});

test('items of one partition, or of one sort key, may be written together', async () => {
  const keys = [
    { pk: 'A', sk: '1' },
    { pk: 'A', sk: '2' },
    { pk: 'A2', sk: '1' },
  ];
  await commit(
    table,
    keys.map((of) => clause('new', { Put: { TableName: table.name, Item: of } })),
  );
  const { Item: item } = await table.client.send(new GetCommand({ TableName: table.name, Key: { pk: 'A2', sk: '1' } }));
  expect(item).toEqual({ pk: 'A2', sk: '1' });
});
