import { unmarshall, type marshallOptions, type unmarshallOptions } from '@aws-sdk/util-dynamodb';
import type { Item } from './table.ts';

/**
 * DynamoDB's numbers have 38 digits, more than JavaScript's are exact with. The table holds no such number, and one
 * that is not ours is no reason to go on with another one: `util-dynamodb` would give a BigInt.
 */
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

/** How items are read and written. What is undefined is left out. New for each client: lib-dynamodb changes it. */
export const translation = (): Translation => ({
  marshallOptions: { removeUndefinedValues: true },
  unmarshallOptions: { ...exact },
});

/** Refusals bring the item that stood in the way as it came, in DynamoDB's own notation. */
export const itemOf = (attributes: Parameters<typeof unmarshall>[0] | undefined): Item | undefined =>
  attributes === undefined ? undefined : unmarshall(attributes, exact);
