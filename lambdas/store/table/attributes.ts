import { unmarshall, type marshallOptions, type unmarshallOptions } from '@aws-sdk/util-dynamodb';
import type { Item } from './table.ts';

/** The service writes exact numbers only. `util-dynamodb` would return a BigInt for another one. */
const exactNumber = (text: string): number => {
  const value = Number(text);
  if (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER) {
    throw new Error('a number of the table is too large to be exact');
  }
  return value;
};

const exact: unmarshallOptions = { wrapNumbers: exactNumber };

interface Translation {
  readonly marshallOptions: marshallOptions;
  readonly unmarshallOptions: unmarshallOptions;
}

/** Undefined attributes are left out. Each client gets a new object, because lib-dynamodb modifies it. */
export const translation = (): Translation => ({
  marshallOptions: { removeUndefinedValues: true },
  unmarshallOptions: { ...exact },
});

/** Unmarshalls the existing item of a failed condition. */
export const itemOf = (attributes: Parameters<typeof unmarshall>[0] | undefined): Item | undefined =>
  attributes === undefined ? undefined : unmarshall(attributes, exact);
