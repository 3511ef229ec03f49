import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { batchesOf } from '../../kernel/batches.ts';
import { findItems } from '../table/read.ts';
import type { Table } from '../table/table.ts';
import { searchKeys, type SearchedKind } from './search-keys.ts';

const blockItem = z.object({ pk: z.string(), body: z.instanceof(Uint8Array) });

/** A batch returns at most 16 MB: https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchGetItem.html */
const blocksInBatch = 16;

/** The contents of the blocks that exist, by name. */
export const readBlocks = async (
  table: Table,
  partnerId: string,
  kind: SearchedKind,
  names: readonly string[],
  consistency: 'strong' | 'eventual',
): Promise<ReadonlyMap<string, Uint8Array>> => {
  const nameOf = new Map(names.map((name) => [searchKeys.block(partnerId, kind, name).pk, name]));
  const batches = batchesOf(
    names.map((name) => searchKeys.block(partnerId, kind, name)),
    blocksInBatch,
  );
  const found = await Promise.all(batches.map((batch) => findItems(table, batch, consistency === 'strong')));
  return new Map(
    found.flat().map((item) => {
      const { pk, body } = blockItem.parse(item);
      return [nameOf.get(pk) ?? '', body];
    }),
  );
};

export const writeBlock = async (
  table: Table,
  partnerId: string,
  kind: SearchedKind,
  name: string,
  body: Uint8Array,
): Promise<void> => {
  await table.client.send(
    new PutCommand({ TableName: table.name, Item: { ...searchKeys.block(partnerId, kind, name), body } }),
  );
};

export const removeBlocks = async (
  table: Table,
  partnerId: string,
  kind: SearchedKind,
  names: readonly string[],
): Promise<void> => {
  for (const name of names) {
    const Key = { ...searchKeys.block(partnerId, kind, name) };
    await table.client.send(new DeleteCommand({ TableName: table.name, Key }));
  }
};
