import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { tableProperties } from '../../tools/harness/table-properties.ts';
import type { Command } from './both-tables.ts';

const { TableName } = tableProperties;

type Values = Readonly<Record<string, unknown>>;

const Key = { pk: 'p', sk: 's' };
const bytes = (...all: readonly number[]): Uint8Array => Uint8Array.from(all);

const whole = {
  ...Key,
  s: 'text',
  n: 5,
  f: 0.1,
  tiny: 1e-7,
  most: Number.MAX_SAFE_INTEGER,
  b: bytes(1, 2, 3),
  t: true,
  z: null,
  l: [1, 'x', { m: [2] }],
  m: { a: 1, d: { e: 'f' } },
  gone: undefined,
  es: '',
  el: [],
  em: {},
  ss: new Set(['a', 'b']),
  ns: new Set([1, 2.5]),
  bs: new Set([bytes(9)]),
};

const given: Values = {
  ':s': 'text',
  ':x': 'x',
  ':es': '',
  ':n': 5,
  ':one': 1,
  ':f': 0.2,
  ':b': bytes(1, 2),
  ':t': true,
  ':z': null,
  ':l': ['q'],
  ':same': [1, 'x', { m: [2] }],
  ':m': { d: { e: 'f' }, a: 1 },
  ':type': 'SS',
  ':big': 'x'.repeat(400 * 1024),
  ':ss': new Set(['b', 'c']),
  ':ns': new Set([2.5, 1]),
  ':bs': new Set([bytes(8)]),
  ':neg': -5,
  ':none': '~none',
};

/** The values that an expression names. */
const valuesIn = (...texts: readonly string[]) => {
  const used = new Set(texts.flatMap((text) => text.match(/:\w+/g) ?? []));
  const ExpressionAttributeValues = Object.fromEntries(Object.entries(given).filter(([name]) => used.has(name)));
  return used.size === 0 ? {} : { ExpressionAttributeValues };
};

const put = (item: Values = whole, more: Values = {}): Command =>
  new PutCommand({ TableName, Item: { ...item }, ...more });
const get = (key: Values = Key, more: Values = {}): Command =>
  new GetCommand({ TableName, Key: { ...key }, ConsistentRead: true, ...more });
const remove = (key: Values = Key, more: Values = {}): Command =>
  new DeleteCommand({ TableName, Key: { ...key }, ...more });
const update = (UpdateExpression: string, more: Values = {}): Command =>
  new UpdateCommand({ TableName, Key, UpdateExpression, ...valuesIn(UpdateExpression), ...more });
const query = (KeyConditionExpression: string, values: Values, more: Values = {}): Command =>
  new QueryCommand({
    TableName,
    KeyConditionExpression,
    ExpressionAttributeValues: { ...values },
    ConsistentRead: true,
    ...more,
  });
const due = (condition: string, values: Values, more: Values = {}): Command =>
  query(condition, values, { IndexName: 'due', ConsistentRead: false, ...more });
const transact = (...TransactItems: readonly object[]): Command =>
  new TransactWriteCommand({ TransactItems: [...TransactItems] });
const withToken = (ClientRequestToken: string, ...TransactItems: readonly object[]): Command =>
  new TransactWriteCommand({ TransactItems: [...TransactItems], ClientRequestToken });

const attributes = ['s', 'n', 'f', 'b', 't', 'z', 'l', 'm', 'ss', 'ns', 'absent', 'm.d.e', 'l[0]', 'l[9]', 'm.x.y'];
const compared = [':s', ':n', ':b', ':t', ':z', ':same', ':m', ':ns', ':es'];

const conditions: readonly string[] = [
  ...attributes.flatMap((name, index) => {
    const value = compared[index % compared.length] ?? '';
    return ['=', '<>', '<', '>='].map((by) => `${name} ${by} ${value}`);
  }),
  ...compared.flatMap((value) =>
    ['=', '<>', '<'].map(
      (by) => `${['s', 'n', 'b', 't', 'z', 'l', 'm', 'ns', 'es'][compared.indexOf(value)] ?? ''} ${by} ${value}`,
    ),
  ),
  ...attributes.flatMap((name) => [
    `attribute_exists(${name})`,
    `attribute_not_exists(${name})`,
    `size(${name}) > :one`,
  ]),
  ...attributes.flatMap((name) => [`attribute_type(${name}, :type)`, `NOT ${name} < :n`, `${name} IN (:n, :s)`]),
  ...['s', 'b', 'l', 'ss', 'n'].flatMap((name) => [
    `begins_with(${name}, :b)`,
    `contains(${name}, :x)`,
    `contains(${name}, :b)`,
  ]),
  ...['begins_with(s, :s)', 'begins_with(s, :es)', 'begins_with(s, :n)', 'begins_with(:n, s)', 'contains(ns, :one)'],
  ...['contains(l, :one)', 'contains(:s, s)', 'size(:n) > :one', 'size(:s) < :n', 'attribute_type(s, :x)', 's < :t'],
  ...[
    'n BETWEEN :one AND :n',
    'n BETWEEN :n AND :one',
    's BETWEEN :one AND :n',
    'n BETWEEN :neg AND f',
    'f BETWEEN :f AND :n',
  ],
  ...['s = :s AND n = :n', 's = :x AND n = :n OR n = :n', 's = :x AND (n = :n OR n = :n)', 'NOT s = :x AND n = :n'],
  ...[
    'not (s = :s or n = :one)',
    '((s = :s) AND (n = :n))',
    '((s = :s)) AND n = :n',
    ':s = s',
    's = s',
    'size(s) = size(m)',
  ],
  ...[
    's = :s AND',
    '(s = :s',
    's :s',
    's = :s n = :n',
    'attribute_exists(:s)',
    'attribute_exists(s, n)',
    'foo(s)',
    'SIZE(s) = :n',
    's == :s',
    '',
  ],
];

const updates: readonly string[] = [
  ...[
    'SET n = :n',
    'SET n = n + :one',
    'SET n = n - :neg',
    'SET f = f + :f',
    'SET f = f - :f',
    'SET tiny = tiny + :f',
    'SET most = most + :f',
  ],
  ...[
    'SET a = n',
    'SET a = absent',
    'SET s = s + :one',
    'SET n = n + :s',
    'SET a = :one, c = a',
    'SET a = n, n = :one',
    'SET n = :one + :one',
  ],
  ...[
    'SET m.a = :s',
    'SET m.d.q = :s',
    'SET m.q.r = :s',
    'SET absent.a = :s',
    'SET s.a = :s',
    'SET l[0] = :s',
    'SET l[9] = :s',
  ],
  ...[
    'SET l[1] = :one, l[0] = :s',
    'SET l[2].m[0] = :s',
    'SET l[0] = :s REMOVE l[1]',
    'SET s = :big',
    'SET due_at = :es',
  ],
  ...[
    'SET l = list_append(l, :l)',
    'SET l = list_append(:l, l)',
    'SET a = list_append(a, :l)',
    'SET l = list_append(s, :l)',
  ],
  ...[
    'SET a = list_append(if_not_exists(a, :l), :l)',
    'SET n = if_not_exists(n, :one)',
    'SET a = if_not_exists(a, :one)',
  ],
  ...[
    'SET a = if_not_exists(a, :one) + :one',
    'SET n = if_not_exists(n, :one) + :one',
    'SET a = if_not_exists(m.d.e, :one)',
  ],
  ...[
    'REMOVE n',
    'REMOVE absent',
    'REMOVE m.a',
    'REMOVE m.x',
    'REMOVE m.x.y',
    'REMOVE absent.x',
    'REMOVE l[0], l[1]',
    'REMOVE l[1], l[0]',
    'REMOVE l[9]',
  ],
  ...[
    'ADD n :one',
    'ADD n :neg',
    'ADD a :one',
    'ADD s :one',
    'ADD n :s',
    'ADD ss :ss',
    'ADD a :ss',
    'ADD ns :ns',
    'ADD ss :ns',
    'ADD bs :bs',
    'ADD m.a :one',
    'ADD l :l',
  ],
  ...[
    'DELETE ss :ss',
    'DELETE ns :ns',
    'DELETE a :ss',
    'DELETE n :one',
    'DELETE ss :s',
    'SET n = :one REMOVE s ADD f :one DELETE ss :ss',
  ],
  ...[
    'SET n = :n, n = :one',
    'SET m.a = :n, m = :m',
    'SET m = :m REMOVE m.a',
    'SET pk = :s',
    'REMOVE sk',
    'ADD pk :one',
    'SET n = :n SET s = :s',
  ],
  ...[
    'SET',
    'SET n',
    'SET n =',
    'SET n = n + n + n',
    'REMOVE',
    'ADD n',
    'FOO n',
    'SET n = size(s)',
    '',
    'set n = :one remove s',
  ],
];

const returned = ['NONE', 'ALL_OLD', 'ALL_NEW', 'UPDATED_OLD', 'UPDATED_NEW'];
const withExisting = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' };

const sortKeys = [
  'a',
  'b',
  'B',
  'ab',
  'é',
  'z',
  '\u{10000}',
  '\uffff',
  '\ue000',
  '1',
  '10',
  '2',
  '~',
  'a#1',
  'a#2',
  'a\u0000',
];
const listed = sortKeys.map((sk, index) => ({ pk: 'q', sk, n: index, due_shard: 'S', due_at: String(100 - index) }));

const ranges: readonly (readonly [string, Values])[] = [
  ['pk = :p', {}],
  ['pk = :p AND sk = :a', { ':a': 'a' }],
  ['pk = :p AND sk > :a', { ':a': 'a' }],
  ['sk >= :a AND pk = :p', { ':a': 'a' }],
  ['pk = :p AND sk < :a', { ':a': '\uffff' }],
  ['pk = :p AND sk <= :a', { ':a': 'z' }],
  ['pk = :p AND begins_with(sk, :a)', { ':a': 'a' }],
  ['(pk = :p) AND sk BETWEEN :a AND :b', { ':a': 'ab', ':b': '\ue000' }],
];

const refusedQueries: readonly Command[] = [
  ...[
    'sk = :p',
    'pk = :p AND sk <> :p',
    'pk = :p OR sk = :p',
    'pk = :p AND n = :p',
    'NOT pk = :p',
    'pk > :p',
    'pk = :p AND pk = :p',
  ],
  ...['pk = :p AND contains(sk, :p)', 'pk = :p AND sk > :p AND sk < :p', 'pk = :p AND sk IN (:p)', 'pk = :none'],
]
  .map((condition) => query(condition, { ':p': 'q' }))
  .concat([
    query('pk = :p', { ':p': 1 }),
    query('pk = :p AND sk > :a', { ':p': 'q', ':a': '' }),
    query('pk = :p', { ':p': 'q', ':unused': 1 }),
    query('pk = :p', { ':p': 'q' }, { FilterExpression: 'sk > :p' }),
    query('pk = :p', { ':p': 'q' }, { Limit: 0 }),
    query('pk = :p', { ':p': 'q' }, { ExclusiveStartKey: { pk: 'q' } }),
    query('pk = :p', { ':p': 'q' }, { ExclusiveStartKey: { pk: 'other', sk: 'a' } }),
    query('pk = :p', { ':p': 'q' }, { IndexName: 'none' }),
    due('due_shard = :p', { ':p': 'S' }, { ConsistentRead: true }),
  ]);

const large = Array.from({ length: 5 }, (_, index) => ({
  pk: 'large',
  sk: String(index),
  text: 'x'.repeat(262_144 - 13),
}));

const action = (sk: string) => ({ TableName, Key: { pk: 't', sk } });
const putting = (sk: string, more: Values = {}, how: Values = {}) => ({
  Put: { TableName, Item: { pk: 't', sk, ...more }, ...how },
});
const adding = (sk: string, more: Values = {}) => ({
  Update: { ...action(sk), UpdateExpression: 'ADD n :n', ExpressionAttributeValues: { ':n': 1 }, ...more },
});
const isThere = { ConditionExpression: 'attribute_exists(pk)' };
const isNew = { ConditionExpression: 'attribute_not_exists(pk)', ...withExisting };
const many = (length: number, more: Values = {}) =>
  Array.from({ length }, (_, index) => putting(`many ${index}`, more));

const keys: readonly Values[] = [
  ...[{}, { pk: 'a' }, { pk: '', sk: 'b' }, { pk: 'a', sk: '' }, { pk: 1, sk: 'b' }, { pk: 'a', sk: 'b', c: 'd' }],
  ...[
    { pk: 'x'.repeat(2049), sk: 'b' },
    { pk: 'x', sk: 'b'.repeat(1025) },
  ],
];

/** Commands in their order, by what they show. Each group starts with what the ones before have left. */
export const tableCases: Readonly<Record<string, readonly Command[]>> = {
  'whole items': [
    ...[get(), put(whole, { ReturnValues: 'ALL_OLD' }), get(), put({ ...Key, n: 1 }, { ReturnValues: 'ALL_OLD' })],
    ...[
      put(whole, { ReturnValues: 'ALL_NEW' }),
      remove(Key, { ReturnValues: 'ALL_OLD' }),
      remove(Key, { ReturnValues: 'ALL_OLD' }),
    ],
    ...[0, 1].map((more) => put({ ...Key, text: 'x'.repeat(400 * 1024 - 10 + more) })),
    ...[put({ ...Key, due_at: 1 }), put({ ...Key, due_shard: '' }), get(Key, { TableName: 'other' })],
  ],
  keys: keys.flatMap((key) => [get(key), put(key), remove(key)]),
  projections: [
    put(),
    ...[
      's',
      's, n',
      'm.d',
      'm.d.e, m.a',
      'l[1]',
      'l[2].m[0], l[0]',
      'absent',
      'm.x',
      'l[9]',
      'm, m.a',
      's.x',
      '#s',
      's s',
      '',
      's,',
      'l[x]',
      's, s',
    ].map((ProjectionExpression) => get(Key, { ProjectionExpression })),
    get(Key, { ProjectionExpression: '#s.#d', ExpressionAttributeNames: { '#s': 'm', '#d': 'd' } }),
    get(Key, { ProjectionExpression: '#s', ExpressionAttributeNames: { '#s': 's', '#unused': 'n' } }),
  ],
  conditions: conditions.map((ConditionExpression, index) =>
    update('SET touched = :one', {
      ConditionExpression,
      ...valuesIn(ConditionExpression, ':one'),
      ...(index % 5 === 0 && withExisting),
    }),
  ),
  'conditions on an item that is absent': [
    'attribute_not_exists(pk)',
    's <> :s',
    'NOT s = :s',
    's = :s',
    'attribute_exists(pk)',
  ].map((ConditionExpression) =>
    remove({ pk: 'none', sk: 'x' }, { ConditionExpression, ...valuesIn(ConditionExpression), ...withExisting }),
  ),
  updates: updates.flatMap((expression, index) => [
    put(),
    update(expression, { ReturnValues: returned[index % 5] }),
    get(),
    remove(),
    update(expression, { ReturnValues: returned[(index + 1) % 5] }),
    get(),
  ]),
  placeholders: [
    update('SET #n = :n', { ExpressionAttributeNames: { '#n': 'a.b' } }),
    get(),
    update('SET #n = :n'),
    update('SET n = :undefined'),
    update('SET n = :n', { ExpressionAttributeNames: { '#unused': 'x' } }),
    update('SET n = :n', { ExpressionAttributeValues: { ':n': 1, ':unused': 1 } }),
    put(whole, { ConditionExpression: 'n = :undefined' }),
  ],
  queries: [
    new BatchWriteCommand({ RequestItems: { [TableName]: listed.map((Item) => ({ PutRequest: { Item } })) } }),
    ...ranges.flatMap(([condition, values]) =>
      [true, false].flatMap((ScanIndexForward) => [
        ...[undefined, 1, 3].map((Limit) => query(condition, { ':p': 'q', ...values }, { ScanIndexForward, Limit })),
        ...['a', 'ab', 'nowhere', 'z'].map((sk) =>
          query(
            condition,
            { ':p': 'q', ...values },
            { ScanIndexForward, Limit: 2, ExclusiveStartKey: { pk: 'q', sk } },
          ),
        ),
        query(
          condition,
          { ':p': 'q', ...values, ':n': 5 },
          { ScanIndexForward, Limit: 4, FilterExpression: 'n > :n', ProjectionExpression: 'sk, n' },
        ),
      ]),
    ),
    query('#p = :p', { ':p': 'q' }, { ExpressionAttributeNames: { '#p': 'pk' }, Select: 'COUNT' }),
    ...refusedQueries,
  ],
  'the index': [
    ...[true, false].flatMap((ScanIndexForward) =>
      [undefined, 1, 3].flatMap((Limit) => [
        due('due_shard = :p', { ':p': 'S' }, { ScanIndexForward, Limit }),
        due('due_shard = :p AND due_at <= :a', { ':p': 'S', ':a': '95' }, { ScanIndexForward, Limit }),
        due(
          'due_shard = :p AND due_at BETWEEN :a AND :b',
          { ':p': 'S', ':a': '90', ':b': '95' },
          { ScanIndexForward, Limit, Select: 'COUNT' },
        ),
        due(
          'due_shard = :p',
          { ':p': 'S' },
          { ScanIndexForward, Limit, ExclusiveStartKey: { pk: 'q', sk: 'z', due_shard: 'S', due_at: '95' } },
        ),
      ]),
    ),
    new UpdateCommand({ TableName, Key: { pk: 'q', sk: 'a' }, UpdateExpression: 'REMOVE due_at' }),
    new UpdateCommand({
      TableName,
      Key: { pk: 'q', sk: 'b' },
      UpdateExpression: 'SET due_shard = :x',
      ...valuesIn(':x'),
    }),
    ...['S', 'x'].map((shard) => due('due_shard = :p', { ':p': shard })),
  ],
  'pages of 1 MB': [
    ...large.map((item) => put(item)),
    query('pk = :p', { ':p': 'large' }, { Select: 'COUNT' }),
    query('pk = :p', { ':p': 'large' }, { ProjectionExpression: 'sk', ScanIndexForward: false }),
    query('pk = :p', { ':p': 'large' }, { Select: 'COUNT', Limit: 4 }),
    query('pk = :p', { ':p': 'large' }, { ProjectionExpression: 'sk', ExclusiveStartKey: { pk: 'large', sk: '2' } }),
    ...large.map(({ pk, sk }) => remove({ pk, sk })),
  ],
  batches: [
    ...[
      [Key],
      [
        { pk: 'q', sk: 'a' },
        { pk: 'q', sk: 'none' },
      ],
      [Key, Key],
      [],
      Array.from({ length: 101 }, (_, index) => ({ pk: 'x', sk: String(index) })),
    ].map(
      (Keys) =>
        new BatchGetCommand({
          RequestItems: { [TableName]: { Keys, ConsistentRead: true, ProjectionExpression: 'pk' } },
        }),
    ),
    ...[
      [],
      [{ DeleteRequest: { Key } }, { PutRequest: { Item: Key } }],
      Array.from({ length: 26 }, (_, index) => ({ DeleteRequest: { Key: { pk: 'x', sk: String(index) } } })),
    ].map((requests) => new BatchWriteCommand({ RequestItems: { [TableName]: requests } })),
    new BatchWriteCommand({
      RequestItems: {
        [TableName]: [{ DeleteRequest: { Key } }, { PutRequest: { Item: { pk: 'q', sk: 'x', due_at: 1 } } }],
      },
    }),
    get(),
  ],
  transactions: [
    transact(putting('1', { n: 1 }), putting('2', { n: 's' }), putting('3')),
    transact(putting('1', { n: 2 }, isNew), putting('9')),
    transact(
      putting('1', {}, isNew),
      { Delete: { ...action('2'), ...isThere } },
      { ConditionCheck: { ...action('none'), ...isThere, ...withExisting } },
    ),
    transact({ ConditionCheck: { ...action('1'), ...isThere } }, adding('1')),
    transact(
      { ConditionCheck: { ...action('1'), ...isThere } },
      adding('new'),
      { Delete: action('3') },
      { Delete: action('none') },
    ),
    transact(
      adding('1', { ConditionExpression: 'n = :n', ...withExisting }),
      adding('new', { ConditionExpression: 'n > :n', ...withExisting }),
    ),
    transact(putting('1', { n: 3 }), putting('1', { n: 4 })),
    transact(putting('1', { n: 3 }), putting('2', { text: 'x'.repeat(400 * 1024) })),
    transact(putting('1', { n: 3 }), putting('2', { due_at: 1 })),
    transact(putting('1', {}, { ConditionExpression: 'n = :undefined' })),
    ...[
      transact(),
      transact({}),
      transact({ Put: { TableName: 'other', Item: Key } }),
      transact(...many(100)),
      transact(...many(101)),
    ],
    transact(...many(11, { text: 'x'.repeat(399_000) })),
    transact(...many(100).map(({ Put: { Item } }) => ({ Delete: { TableName, Key: { pk: Item.pk, sk: Item.sk } } }))),
  ],
  'tokens of transactions': [
    ...[withToken('first', adding('counted')), withToken('first', adding('counted')), get({ pk: 't', sk: 'counted' })],
    ...[
      withToken('first', adding('other')),
      withToken('second', adding('late', isThere)),
      put({ pk: 't', sk: 'late' }),
    ],
    ...[
      withToken('second', adding('late', isThere)),
      withToken('second', adding('counted')),
      withToken('x'.repeat(37), adding('counted')),
    ],
  ],
  scans: [
    new ScanCommand({ TableName, ConsistentRead: true }),
    new ScanCommand({
      TableName,
      FilterExpression: 'begins_with(sk, :x)',
      ...valuesIn(':x'),
      ProjectionExpression: 'sk',
    }),
    new ScanCommand({ TableName, Segment: 2, TotalSegments: 2 }),
    new ScanCommand({ TableName, Segment: 0 }),
  ],
};
