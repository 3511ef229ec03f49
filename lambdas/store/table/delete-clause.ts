import { contended, type Clause } from './commit.ts';
import type { Key } from './keys.ts';
import type { Table } from './table.ts';

/** Deletes an item, also when it does not exist. */
export const deletionClause = (table: Table, name: string, key: Key): Clause => ({
  name,
  write: { Delete: { TableName: table.name, Key: { ...key } } },
});

/** Deletes an item whose attribute has the value. @throws Contended when it has another value or does not exist */
export const ownDeletionClause = (
  table: Table,
  name: string,
  key: Key,
  [attribute, value]: readonly [attribute: string, value: string],
): Clause => ({
  name,
  write: {
    Delete: {
      TableName: table.name,
      Key: { ...key },
      ConditionExpression: '#attribute = :value',
      ExpressionAttributeNames: { '#attribute': attribute },
      ExpressionAttributeValues: { ':value': value },
    },
  },
  refuse: contended,
});
