import {
  BatchGetCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { tableProperties } from '../../tools/harness/table-properties.ts';
import type { TransactWrite } from '../../lambdas/store/table/commit.ts';
import type { Command } from './both-tables.ts';

const { TableName } = tableProperties;

const text = fc.constantFrom('', 'a', 'ab', 'b', 'é', '\u{10000}', '\uffff');
const number = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constantFrom(0.1, 0.2, -1.5, 1e15, 123_456_789.5));
const leaf = fc.oneof(text, number, fc.boolean(), fc.constant(null), fc.uint8Array({ maxLength: 2 }));
const set = fc.oneof(
  fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1 }).map((all) => new Set(all)),
  fc.uniqueArray(fc.constantFrom(1, 2.5, -3), { minLength: 1 }).map((all) => new Set(all)),
);
const value = fc.oneof(
  { weight: 6, arbitrary: number },
  { weight: 4, arbitrary: leaf },
  { weight: 1, arbitrary: set },
  { weight: 1, arbitrary: fc.array(leaf, { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.dictionary(fc.constantFrom('x', 'y'), leaf) },
);

const attribute = fc.constantFrom('a', 'b', 'c');
const path = fc.oneof(
  { weight: 4, arbitrary: attribute },
  { weight: 1, arbitrary: fc.constantFrom('a.x', 'b[0]', 'c.y', 'a[1]') },
);
/** The keys that commands meet at. */
export const anyKeys = ['p', 'q'].flatMap((pk) => ['1', '10', '2', 'é'].map((sk) => ({ pk, sk })));
const key = fc.constantFrom(...anyKeys);
const dueAt = fc.option(fc.record({ due_shard: fc.constantFrom('S', 'T'), due_at: fc.constantFrom('1', '2', '3') }), {
  nil: {},
});
const item = fc
  .tuple(key, fc.dictionary(attribute, value), dueAt)
  .map(([keys, attributes, due]) => ({ ...attributes, ...due, ...keys }));

const comparison = fc.oneof(
  fc.tuple(path, fc.constantFrom('=', '<>', '<', '<=', '>', '>=')).map(([name, by]) => `${name} ${by} :v`),
  fc.tuple(fc.constantFrom('attribute_exists', 'attribute_not_exists'), path).map(([call, name]) => `${call}(${name})`),
  fc.tuple(fc.constantFrom('begins_with', 'contains'), path).map(([call, name]) => `${call}(${name}, :v)`),
  path.map((name) => `size(${name}) > :v`),
  path.map((name) => `${name} BETWEEN :v AND :w`),
  path.map((name) => `${name} IN (:v, :w)`),
  fc.constant('attribute_exists(pk)'),
);
const condition = fc.oneof(
  { weight: 3, arbitrary: comparison },
  { weight: 1, arbitrary: comparison.map((one) => `NOT ${one}`) },
  { weight: 1, arbitrary: fc.tuple(comparison, fc.constantFrom('AND', 'OR'), comparison).map((all) => all.join(' ')) },
);

const source = fc.oneof(
  fc.constantFrom(':v', ':w'),
  path,
  path.map((name) => `if_not_exists(${name}, :v)`),
  path.map((name) => `list_append(${name}, :w)`),
  fc.tuple(path, fc.constantFrom('+', '-')).map(([name, sign]) => `${name} ${sign} :v`),
  path.map((name) => `if_not_exists(${name}, :v) + :w`),
);
const clause = fc.oneof(
  fc.tuple(path, source).map(([name, from]) => `SET ${name} = ${from}`),
  fc.tuple(path, source, path).map(([name, from, other]) => `SET ${name} = ${from} REMOVE ${other}`),
  fc.tuple(path, path).map(([one, other]) => `REMOVE ${one}, ${other}`),
  fc.tuple(fc.constantFrom('ADD', 'DELETE'), path).map(([kind, name]) => `${kind} ${name} :v`),
);

const placeholders = fc.record({ ':v': value, ':w': value });
const used = (given: Readonly<Record<string, unknown>>, expressions: readonly (string | undefined)[]) => {
  const named = Object.entries(given).filter(([name]) => expressions.some((one) => one?.includes(name)));
  return named.length === 0 ? {} : { ExpressionAttributeValues: Object.fromEntries(named) };
};

const existing = fc.constantFrom({}, { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const });
const maybe = fc.option(condition, { nil: undefined, freq: 2 });
const conditional = fc.tuple(maybe, placeholders, existing).map(([ConditionExpression, values, old]) => ({
  ConditionExpression,
  ...used(values, [ConditionExpression]),
  ...old,
}));

const puts = fc.tuple(item, conditional).map(([Item, more]) => ({ TableName, Item, ...more }));
const deletes = fc.tuple(key, conditional).map(([Key, more]) => ({ TableName, Key, ...more }));
const updates = fc
  .tuple(key, clause, maybe, placeholders, existing)
  .map(([Key, UpdateExpression, ConditionExpression, values, old]) => ({
    TableName,
    Key,
    UpdateExpression,
    ConditionExpression,
    ...used(values, [UpdateExpression, ConditionExpression]),
    ...old,
  }));
const checks = fc.tuple(key, condition, placeholders, existing).map(([Key, ConditionExpression, values, old]) => ({
  TableName,
  Key,
  ConditionExpression,
  ...used(values, [ConditionExpression]),
  ...old,
}));

const action = fc.oneof(
  puts.map((Put) => ({ Put })),
  deletes.map((Delete) => ({ Delete })),
  updates.map((Update) => ({ Update })),
  checks.map((ConditionCheck) => ({ ConditionCheck })),
);

// DynamoDB Local lets a condition fail before it refuses two actions on one item.
const keyTextOf = ({ Put, Update, Delete, ConditionCheck }: TransactWrite): string => {
  const { pk, sk } = Put?.Item ?? (Update ?? Delete ?? ConditionCheck)?.Key ?? {};
  return JSON.stringify([pk, sk]);
};
const transactions = fc.uniqueArray(action, { minLength: 1, maxLength: 4, selector: keyTextOf });

const paged = fc.record({
  Limit: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
  ScanIndexForward: fc.boolean(),
});
const queries = fc
  .tuple(
    fc.constantFrom('p', 'q'),
    fc.constantFrom('', ' AND sk > :s', ' AND sk BETWEEN :s AND :s', ' AND begins_with(sk, :s)'),
    paged,
  )
  .map(([pk, rest, page]) => ({
    TableName,
    KeyConditionExpression: `pk = :p${rest}`,
    ExpressionAttributeValues: { ':p': pk, ...(rest !== '' && { ':s': '1' }) },
    ConsistentRead: true,
    ...page,
  }));
// Items of one due time have no order, so a page of the index could have any of them.
const dueQueries = fc.constantFrom('S', 'T').map((shard) => ({
  TableName,
  IndexName: 'due',
  KeyConditionExpression: 'due_shard = :s AND due_at <= :at',
  ExpressionAttributeValues: { ':s': shard, ':at': '2' },
}));

const oldOrNone = fc.constantFrom('NONE' as const, 'ALL_OLD' as const);
const anyReturned = fc.constantFrom(
  'NONE' as const,
  'ALL_OLD' as const,
  'ALL_NEW' as const,
  'UPDATED_OLD' as const,
  'UPDATED_NEW' as const,
);

/** A command of any kind on a few items, so that commands meet. */
export const anyCommand: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(puts, oldOrNone)
      .map(([put, ReturnValues]): Command => new PutCommand({ ...put, ReturnValues })),
  },
  {
    weight: 6,
    arbitrary: fc
      .tuple(updates, anyReturned)
      .map(([update, ReturnValues]): Command => new UpdateCommand({ ...update, ReturnValues })),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(deletes, oldOrNone)
      .map(([one, ReturnValues]): Command => new DeleteCommand({ ...one, ReturnValues })),
  },
  { weight: 3, arbitrary: transactions.map((TransactItems): Command => new TransactWriteCommand({ TransactItems })) },
  { weight: 1, arbitrary: key.map((Key): Command => new GetCommand({ TableName, Key, ConsistentRead: true })) },
  {
    weight: 1,
    arbitrary: fc
      .uniqueArray(key, { maxLength: 3, selector: ({ pk, sk }) => pk + sk })
      .map((Keys): Command => new BatchGetCommand({ RequestItems: { [TableName]: { Keys } } })),
  },
  { weight: 2, arbitrary: queries.map((input): Command => new QueryCommand(input)) },
  { weight: 1, arbitrary: dueQueries.map((input): Command => new QueryCommand(input)) },
);
