import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { isJsonObject, type JsonObject } from '../../kernel/json-object.ts';

/** Binary attributes are Base64 in JSON. `util-dynamodb` does not convert them. */

type Attributes = Record<string, unknown>;

const isAttributes = (value: unknown): value is Attributes => isJsonObject(value);

/** Changes the attributes in place. */
const changeBinaries = (attribute: unknown, change: (value: unknown) => unknown): void => {
  if (!isAttributes(attribute)) return;
  if ('B' in attribute) attribute['B'] = change(attribute['B']);
  else if ('M' in attribute) changeItem(attribute['M'], change);
  else if (Array.isArray(attribute['L'])) for (const one of attribute['L']) changeBinaries(one, change);
};

const changeItem = (item: unknown, change: (value: unknown) => unknown): void => {
  if (!isAttributes(item)) return;
  // util-dynamodb sets the prototype for an attribute named `__proto__`. DynamoDB rejects the SDK's request.
  if (Object.getPrototypeOf(item) !== Object.prototype) throw new Error('an attribute must not be named __proto__');
  for (const attribute of Object.values(item)) changeBinaries(attribute, change);
};

const encoded = (value: unknown): unknown =>
  value instanceof Uint8Array
    ? Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64')
    : value;

const decoded = (value: unknown): unknown =>
  typeof value === 'string' ? new Uint8Array(Buffer.from(value, 'base64')) : value;

/** @param item marshalled */
export const toWire = (item: JsonObject): JsonObject => {
  changeItem(item, encoded);
  return item;
};

const isItem = (value: JsonObject): value is Record<string, AttributeValue> => Object.values(value).every(isJsonObject);

export const fromWire = (item: JsonObject): Record<string, AttributeValue> => {
  if (!isItem(item)) throw new Error('DynamoDB returned an item with an invalid attribute');
  changeItem(item, decoded);
  return item;
};
