/** Where requests and answers of DynamoDB hold items: what is there is converted, and nothing else. */
export type Places =
  | 'item'
  /** Of each field of an object, or each element of a list. */
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

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const convertedFields = (fields: Fields, placesOf: (name: string) => Places | undefined, convert: Convert): Fields => {
  const converted: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    const places = placesOf(name);
    converted[name] = places === undefined ? value : convertedAt(value, places, convert);
  }
  return converted;
};

type Convert = (item: Fields) => Fields;

const convertedAt = (value: unknown, places: Places, convert: Convert): unknown => {
  if (places === 'item') return isFields(value) ? convert(value) : value;
  if ('fields' in places)
    return isFields(value) ? convertedFields(value, (name) => places.fields[name], convert) : value;
  if (Array.isArray(value)) return value.map((one) => convertedAt(one, places.each, convert));
  return isFields(value) ? convertedFields(value, () => places.each, convert) : value;
};

export const convertItems = (fields: Fields, places: Places, convert: Convert): Fields => {
  const converted = convertedAt(fields, places, convert);
  return isFields(converted) ? converted : {};
};
