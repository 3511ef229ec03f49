import { itemActions, keyText, type ItemAction } from '../dynamodb-actions.ts';
import { children, isJsonObject, text, type JsonObject } from '../json-object.ts';
import { tableArn } from '../names.ts';
import { tableNameOf, type TableSchemas } from '../table-schema.ts';
import type { Context } from './conditions.ts';
import { expressionAttributes, partitionKeyValue } from './dynamodb-expressions.ts';
import type { Access } from './policy.ts';

// Not enforced: with a customer managed key on the table, AWS also requires kms:Decrypt and other actions on that key
// (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/encryption.usagenotes.html).

const tableOperations: ReadonlySet<string> = new Set([
  'CreateTable',
  'DeleteTable',
  'DescribeContinuousBackups',
  'DescribeTable',
  'DescribeTimeToLive',
  'UpdateTable',
  'UpdateTimeToLive',
]);

/** The accesses that a request of DynamoDB or its streams needs; undefined for an unknown operation. */
export const dynamodbAccess = (
  operation: string,
  input: JsonObject,
  schemas: TableSchemas,
): readonly Access[] | undefined => {
  const table = tableArn(tableNameOf(text(input, 'TableName') ?? ''));
  const one = (resource: string, context: () => Context = () => ({})): readonly Access[] => [
    { action: `dynamodb:${operation}`, resource, context },
  ];
  if (tableOperations.has(operation)) return one(table);
  switch (operation) {
    case 'GetItem':
    case 'PutItem':
    case 'UpdateItem':
    case 'DeleteItem':
      return one(table, () => itemContext(itemActions(operation, input), schemas));
    case 'Query':
    case 'Scan': {
      const index = text(input, 'IndexName');
      return one(index === undefined ? table : `${table}/index/${index}`, () =>
        searchContext(operation, input, schemas),
      );
    }
    case 'BatchGetItem':
    case 'BatchWriteItem':
      return [...Map.groupBy(itemActions(operation, input), (action) => action.table)].flatMap(([name, actions]) =>
        one(tableArn(name), () => itemContext(actions, schemas)),
      );
    // Each action of a transaction needs its own permission:
    // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis-iam.html
    case 'TransactWriteItems':
    case 'TransactGetItems':
      return itemActions(operation, input).map((action) => ({
        action: `dynamodb:${action.operation}`,
        resource: tableArn(action.table),
        context: () => ({ ...itemContext([action], schemas), 'dynamodb:enclosingoperation': [operation] }),
      }));
    case 'ExecuteStatement':
      return [statementAccess(input)];
    case 'BatchExecuteStatement':
      return children(input, 'Statements').map(statementAccess);
    case 'ExecuteTransaction':
      return children(input, 'TransactStatements').map(statementAccess);
    case 'ListTables':
    case 'DescribeLimits':
    case 'DescribeEndpoints':
      return one(tableArn('*'));
    case 'TagResource':
    case 'UntagResource':
    case 'ListTagsOfResource':
      return one(text(input, 'ResourceArn') ?? '');
    case 'ListStreams':
      return one(tableArn(`${tableNameOf(text(input, 'TableName') ?? '*')}/stream/*`));
    case 'DescribeStream':
    case 'GetShardIterator':
      return one(text(input, 'StreamArn') ?? '');
    case 'GetRecords':
      return one(streamArnOf(text(input, 'ShardIterator') ?? ''));
    default:
      return undefined;
  }
};

/** An iterator begins with the ARN of its stream, also on AWS. */
const streamArnOf = (shardIterator: string): string => shardIterator.split('|')[0] ?? '';

const itemContext = (actions: readonly ItemAction[], schemas: TableSchemas): Context => {
  const leading = actions.map(({ table, item }) => keyText(item, schemas(table)?.hashKey ?? '') ?? unknownKey);
  const attributes = actions.flatMap(({ item, input }) => [...Object.keys(item), ...expressionAttributes(input)]);
  return {
    ...requestContext(actions[0]?.input ?? {}),
    'dynamodb:leadingkeys': [...new Set(leading)],
    'dynamodb:attributes': [...new Set(attributes)],
  };
};

const searchContext = (operation: string, input: JsonObject, schemas: TableSchemas): Context => {
  const table = schemas(tableNameOf(text(input, 'TableName') ?? ''));
  const index = text(input, 'IndexName');
  const hashKey = (index === undefined ? table : table?.indexes.find(({ name }) => name === index))?.hashKey;
  // A scan has no leading key, so ForAllValues holds for it, also on AWS.
  const leading = operation === 'Scan' ? [] : [partitionKeyValue(input, hashKey ?? '') ?? unknownKey];
  return {
    ...requestContext(input),
    'dynamodb:leadingkeys': leading,
    'dynamodb:attributes': expressionAttributes(input),
  };
};

/** Stands for a key value that could not be parsed. No reasonable policy allows it. */
const unknownKey = '\u0000';

const requestContext = (input: JsonObject): Context => {
  const single = (name: string): readonly string[] => {
    const value = text(input, name);
    return value === undefined ? [] : [value];
  };
  return {
    'dynamodb:select': single('Select'),
    'dynamodb:returnvalues': single('ReturnValues'),
    'dynamodb:returnconsumedcapacity': single('ReturnConsumedCapacity'),
  };
};

const statementAccess = (input: JsonObject): Access => {
  const statement = text(input, 'Statement') ?? '';
  const verb = /^\s*(select|insert|update|delete|exists)/i.exec(statement)?.[1]?.toLowerCase();
  const [, table, index] = /(?:from|into|update)\s+"?([\w.-]+?)"?(?:\."([\w.-]+)")?(?:\s|$)/i.exec(statement) ?? [];
  const action = verb === undefined ? 'PartiQLUnknown' : partiqlActions.get(verb);
  return {
    action: `dynamodb:${action ?? 'PartiQLUnknown'}`,
    resource: `${tableArn(table ?? '')}${index === undefined ? '' : `/index/${index}`}`,
    // PartiQL statements are not parsed further, so conditions on keys and attributes never hold.
    context: () => ({ 'dynamodb:leadingkeys': [unknownKey], 'dynamodb:attributes': [unknownKey] }),
  };
};

const partiqlActions: ReadonlyMap<string, string> = new Map([
  ['select', 'PartiQLSelect'],
  ['exists', 'PartiQLSelect'],
  ['insert', 'PartiQLInsert'],
  ['update', 'PartiQLUpdate'],
  ['delete', 'PartiQLDelete'],
]);

/** The values of the items' keys, to match calls by. */
export const keyTexts = (operation: string, input: JsonObject): readonly string[] =>
  itemActions(operation, input).flatMap(({ item }) =>
    Object.values(item)
      .filter(isJsonObject)
      .flatMap((value) => text(value, 'S') ?? []),
  );
