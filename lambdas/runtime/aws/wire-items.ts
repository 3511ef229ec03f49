import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { isFields, type Fields } from './item-places.ts';

/** Binary attributes are Base64 in JSON. `util-dynamodb` leaves that to whoever calls. */

type Attributes = Record<string, unknown>;

const isAttributes = (value: unknown): value is Attributes => isFields(value);

/** Changes the attributes in place: they are as yet nobody else's. */
const changeBinaries = (attribute: unknown, change: (value: unknown) => unknown): void => {
  if (!isAttributes(attribute)) return;
  if ('B' in attribute) attribute['B'] = change(attribute['B']);
  else if ('M' in attribute) changeItem(attribute['M'], change);
  else if (Array.isArray(attribute['L'])) for (const one of attribute['L']) changeBinaries(one, change);
};

const changeItem = (item: unknown, change: (value: unknown) => unknown): void => {
  if (!isAttributes(item)) return;
  // What util-dynamodb makes of an attribute that is named `__proto__`. DynamoDB refuses the SDK's request.
  if (Object.getPrototypeOf(item) !== Object.prototype) throw new Error('no attribute is named __proto__');
  for (const attribute of Object.values(item)) changeBinaries(attribute, change);
};

const encoded = (value: unknown): unknown =>
  value instanceof Uint8Array
    ? Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64')
    : value;

const decoded = (value: unknown): unknown =>
  typeof value === 'string' ? new Uint8Array(Buffer.from(value, 'base64')) : value;

/** @param item of attributes that `marshall` made */
export const toWire = (item: Fields): Fields => {
  changeItem(item, encoded);
  return item;
};

const isItem = (value: Fields): value is Record<string, AttributeValue> => Object.values(value).every(isFields);

/** @param item of attributes as they came */
export const fromWire = (item: Fields): Record<string, AttributeValue> => {
  if (!isItem(item)) throw new Error('an item that DynamoDB answered with has something that is no attribute');
  changeItem(item, decoded);
  return item;
};
