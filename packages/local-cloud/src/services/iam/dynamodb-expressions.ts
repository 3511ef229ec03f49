import { child, children, isJsonObject, text, type JsonObject } from '../json-object.ts';

const expressions = [
  'ConditionExpression',
  'FilterExpression',
  'KeyConditionExpression',
  'ProjectionExpression',
  'UpdateExpression',
];

/** Keywords of the expression language, which look like attribute names:
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.OperatorsAndFunctions.html */
const keywords: ReadonlySet<string> = new Set([
  ...['set', 'remove', 'add', 'delete', 'and', 'or', 'not', 'between', 'in'],
  ...['attribute_exists', 'attribute_not_exists', 'attribute_type', 'begins_with', 'contains', 'size'],
  ...['if_not_exists', 'list_append'],
]);

/** The top-level attributes that the expressions of a request name, each once. */
export const expressionAttributes = (input: JsonObject): readonly string[] => {
  const names = child(input, 'ExpressionAttributeNames') ?? {};
  const found = new Set<string>();
  for (const expression of expressions) {
    for (const [, path] of (text(input, expression) ?? '').matchAll(/(?<![\w.#:])(#?[A-Za-z_]\w*)/g)) {
      if (path === undefined || keywords.has(path.toLowerCase())) continue;
      found.add(path.startsWith('#') ? (text(names, path) ?? path) : path);
    }
  }
  for (const list of ['AttributesToGet']) {
    const value = input[list];
    if (Array.isArray(value)) for (const name of value) if (typeof name === 'string') found.add(name);
  }
  return [...found];
};

/** The value of the partition key in a query's key condition. */
export const partitionKeyValue = (input: JsonObject, hashKey: string): string | undefined => {
  const names = child(input, 'ExpressionAttributeNames') ?? {};
  const values = child(input, 'ExpressionAttributeValues') ?? {};
  const condition = text(input, 'KeyConditionExpression') ?? '';
  for (const [, left, right] of condition.matchAll(/([#:]?\w+)\s*=\s*([#:]?\w+)/g)) {
    const [name, value] = left?.startsWith(':') === true ? [right, left] : [left, right];
    if (name === undefined || value === undefined) continue;
    if ((name.startsWith('#') ? text(names, name) : name) === hashKey) return valueText(child(values, value));
  }
  const legacy = child(child(input, 'KeyConditions') ?? {}, hashKey);
  return valueText(children(legacy ?? {}, 'AttributeValueList')[0]);
};

const valueText = (value: JsonObject | undefined): string | undefined =>
  isJsonObject(value) ? (text(value, 'S') ?? text(value, 'N') ?? text(value, 'B')) : undefined;
