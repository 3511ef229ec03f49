import { isJsonObject, type JsonObject } from '../../kernel/json-object.ts';

/** The places of items in requests and responses of DynamoDB, which are converted. */
export type Places =
  | 'item'
  /** Each member of an object, or each element of a list. */
  | { readonly each: Places }
  | { readonly fields: Readonly<Record<string, Places>> };

const items: Places = { each: 'item' };
const write = {
  fields: { Key: 'item', Item: 'item', ExpressionAttributeValues: 'item' },
} satisfies Places;
const keysByTable: Places = { each: { fields: { Keys: items } } };
const writesByTable: Places = { each: { each: { fields: { PutRequest: write, DeleteRequest: write } } } };

export const requestPlaces: Places = {
  fields: {
    ...write.fields,
    ExclusiveStartKey: 'item',
    TransactItems: { each: { fields: { Put: write, Update: write, Delete: write, ConditionCheck: write } } },
  },
};
export const batchGetPlaces: Places = { fields: { RequestItems: keysByTable } };
export const batchWritePlaces: Places = { fields: { RequestItems: writesByTable } };

export const answerPlaces: Places = {
  fields: {
    Item: 'item',
    Items: items,
    Attributes: 'item',
    LastEvaluatedKey: 'item',
    Responses: { each: items },
    UnprocessedKeys: keysByTable,
    UnprocessedItems: writesByTable,
  },
};

const convertedFields = (
  fields: JsonObject,
  placesOf: (name: string) => Places | undefined,
  convert: Convert,
): JsonObject => {
  const converted: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    const places = placesOf(name);
    converted[name] = places === undefined ? value : convertedAt(value, places, convert);
  }
  return converted;
};

type Convert = (item: JsonObject) => JsonObject;

const convertedAt = (value: unknown, places: Places, convert: Convert): unknown => {
  if (places === 'item') return isJsonObject(value) ? convert(value) : value;
  if ('fields' in places)
    return isJsonObject(value) ? convertedFields(value, (name) => places.fields[name], convert) : value;
  if (Array.isArray(value)) return value.map((one) => convertedAt(one, places.each, convert));
  return isJsonObject(value) ? convertedFields(value, () => places.each, convert) : value;
};

export const convertItems = (fields: JsonObject, places: Places, convert: Convert): JsonObject => {
  const converted = convertedAt(fields, places, convert);
  return isJsonObject(converted) ? converted : {};
};
