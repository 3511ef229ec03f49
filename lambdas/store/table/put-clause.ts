import { contended, type Clause } from './commit.ts';
import { tryPut } from './conditional-write.ts';
import type { Item, Table } from './table.ts';

/** Writes an item that must not exist. */
export const creationClause = (table: Table, name: string, item: Item, refuse?: Clause['refuse']): Clause => ({
  name,
  write: { Put: { TableName: table.name, Item: { ...item }, ConditionExpression: 'attribute_not_exists(pk)' } },
  ...(refuse !== undefined && { refuse }),
});

/** The condition of an item at the revision that was read; 0 for no item. */
const atRevision = (read: number) =>
  read === 0
    ? { ConditionExpression: 'attribute_not_exists(pk)' }
    : { ConditionExpression: 'revision = :read', ExpressionAttributeValues: { ':read': read } };

/** Writes the next revision of an item. @throws Contended when another commit changed it */
export const revisionClause = (table: Table, name: string, read: number, item: Item): Clause => ({
  name,
  write: { Put: { TableName: table.name, Item: { ...item, revision: read + 1 }, ...atRevision(read) } },
  refuse: contended,
});

/** The same without a commit. @throws Contended */
export const requireRevision = async (table: Table, read: number, item: Item): Promise<void> => {
  const { kind } = await tryPut(table, { Item: { ...item, revision: read + 1 }, ...atRevision(read) });
  if (kind === 'refused') throw contended();
};
