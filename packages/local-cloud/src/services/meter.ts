import { AwsError, type AwsAnswer, type AwsRequest } from './aws-service.ts';
import { itemActions, type ItemAction } from './dynamodb-actions.ts';
import type { DynamoDb } from './dynamodb.ts';
import { child, children, parseJsonObject, text, type JsonObject } from './json-object.ts';
import {
  entry,
  readUnits,
  writeParts,
  type Consistency,
  type EntryUnits,
  type Images,
  type Units,
} from './metering.ts';
import { tableNameOf, type TableSchema } from './table-schema.ts';

/** The units of a call for one of its items: those of the table, and those of the item's entries in indexes. */
export interface ItemUnits extends Units {
  readonly action: ItemAction;
  readonly entries: readonly EntryUnits[];
}

/** The units that AWS would charge for a call. `items` is empty for a query or a scan. */
interface Metered {
  readonly answer: AwsAnswer;
  readonly units: Units;
  readonly items: readonly ItemUnits[];
}

/** Performs a call of DynamoDB, and computes the units that AWS would charge. */
export type Meter = (request: AwsRequest, perform: () => Promise<AwsAnswer>) => Promise<Metered>;

/**
 * Reads the items of the call before and after it, not through the gateway. DynamoDB Local's own numbers are wrong for
 * transactions, and an answer shows neither what a filter removed nor what was overwritten.
 */
export const createMeter =
  (dynamodb: Pick<DynamoDb, 'call' | 'schemas'>): Meter =>
  async (request, perform) => {
    const { operation, input } = request;
    if (operation === 'Query' || operation === 'Scan') {
      const items = await searched(dynamodb, operation, input);
      const answer = await perform();
      const read = answer.status === 200 ? readUnits(items, consistencyOf(input)) : 0;
      return { answer, units: { read, write: 0 }, items: [] };
    }
    const actions = itemActions(operation, input);
    const read = (): Promise<readonly (JsonObject | undefined)[]> =>
      Promise.all(actions.map((action) => current(dynamodb, action)));
    const before = await read();
    const answer = await perform();
    if (!charged(answer)) return { answer, units: { read: 0, write: 0 }, items: [] };
    const writes = actions.some((action) => action.operation !== 'GetItem');
    const after = writes && answer.status === 200 ? await read() : before;
    const transactional = operation.startsWith('Transact');
    const items = actions.flatMap((action, index): readonly ItemUnits[] => {
      const schema = dynamodb.schemas(action.table);
      if (schema === undefined) return [];
      if (action.operation === 'GetItem') {
        const found = [before[index]].filter((item) => item !== undefined);
        const read = readUnits(found, transactional ? 'transactional' : consistencyOf(action.input));
        return [{ action, read, write: 0, entries: [] }];
      }
      const parts = writeParts(schema, images(action, answer, before[index], after[index]), transactional);
      return [{ action, read: 0, write: parts.item, entries: parts.entries }];
    });
    return { answer, units: totalOf(items), items };
  };

const totalOf = (items: readonly ItemUnits[]): Units => ({
  read: items.reduce((sum, { read }) => sum + read, 0),
  write: items.reduce(
    (sum, { write, entries }) => entries.reduce((whole, entryUnits) => whole + entryUnits.write, sum + write),
    0,
  ),
});

/**
 * A refused put is charged for the larger of the two items. For a refused update only the old item is known. Every
 * action of a cancelled transaction is counted, which is the most that AWS may charge.
 */
const images = (
  { operation, item }: ItemAction,
  answer: AwsAnswer,
  before: JsonObject | undefined,
  after: JsonObject | undefined,
): Images => {
  if (answer.status === 200) return { before, after };
  if (operation !== 'PutItem') return { before, after: before };
  // The entries in indexes do not change.
  return { before: larger(before, item), after: larger(before, item) };
};

const larger = (a: JsonObject | undefined, b: JsonObject): JsonObject =>
  a !== undefined && JSON.stringify(a).length > JSON.stringify(b).length ? a : b;

const charged = (answer: AwsAnswer): boolean => {
  if (answer.status === 200) return true;
  const type = text(parseJsonObject(answer.body.toString()) ?? {}, '__type') ?? '';
  return /#(ConditionalCheckFailedException|TransactionCanceledException)$/.test(type);
};

const consistencyOf = (input: JsonObject): Consistency => (input.ConsistentRead === true ? 'strong' : 'eventual');

const current = async (
  dynamodb: Pick<DynamoDb, 'call' | 'schemas'>,
  action: ItemAction,
): Promise<JsonObject | undefined> => {
  const schema = dynamodb.schemas(action.table);
  const Key = keyIn(schema, action.item);
  const input = { TableName: action.table, Key, ConsistentRead: true };
  return child(await aside(dynamodb, 'GetItem', input), 'Item');
};

const keyIn = (schema: TableSchema | undefined, item: JsonObject): JsonObject =>
  Object.fromEntries(
    [schema?.hashKey, schema?.rangeKey].filter((name) => name !== undefined).map((name) => [name, item[name]]),
  );

/** Errors are ignored here: the call itself returns them when it is performed. */
const aside = async (dynamodb: Pick<DynamoDb, 'call'>, operation: string, input: JsonObject): Promise<JsonObject> => {
  try {
    return await dynamodb.call(operation, input);
  } catch (error) {
    if (error instanceof AwsError) return {};
    throw error;
  }
};

/** The items that a query or scan reads, including those that its filter removes. */
const searched = async (
  dynamodb: Pick<DynamoDb, 'call' | 'schemas'>,
  operation: string,
  input: JsonObject,
): Promise<readonly JsonObject[]> => {
  const output = await aside(dynamodb, operation, withoutNarrowing(input));
  const items = children(output, 'Items');
  const schema = dynamodb.schemas(tableNameOf(text(input, 'TableName') ?? ''));
  const index = schema?.indexes.find(({ name }) => name === text(input, 'IndexName'));
  if (schema === undefined || index === undefined) return items;
  return items.map((item) => entry(schema, index, item) ?? item);
};

/** The same query or scan without filter and projection, and without their names and values, which must not be unused. */
const withoutNarrowing = (input: JsonObject): JsonObject => {
  const condition = text(input, 'KeyConditionExpression') ?? '';
  const used = (field: string): JsonObject => {
    const kept = Object.entries(child(input, field) ?? {}).filter(([name]) =>
      new RegExp(`${name}(?!\\w)`).test(condition),
    );
    return kept.length === 0 ? {} : { [field]: Object.fromEntries(kept) };
  };
  return {
    ...Object.fromEntries(Object.entries(input).filter(([field]) => !narrowing.has(field))),
    ...used('ExpressionAttributeNames'),
    ...used('ExpressionAttributeValues'),
  };
};

const narrowing: ReadonlySet<string> = new Set([
  ...['FilterExpression', 'ProjectionExpression', 'Select', 'ReturnConsumedCapacity'],
  ...['ExpressionAttributeNames', 'ExpressionAttributeValues'],
]);
