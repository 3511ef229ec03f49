import { ConditionalCheckFailedException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  PutCommand,
  UpdateCommand,
  type DeleteCommandInput,
  type PutCommandInput,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { itemOf } from './attributes.ts';
import { contended, persist } from './commit.ts';
import type { Item, Table } from './table.ts';

/** The outcome of a conditional write. */
export type Outcome =
  /** The new item, when the write asks for it. */
  | { readonly kind: 'written'; readonly item: Item | undefined }
  /** The condition failed, with the existing item if there is one. */
  | { readonly kind: 'refused'; readonly existing: Item | undefined };

const old = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const;

/** Waits for a transaction that holds the item. @throws ServiceError temporarily_unavailable after the last attempt */
const outcomeOf = (table: Table, write: () => Promise<{ readonly Attributes?: Item | undefined }>): Promise<Outcome> =>
  persist(table.retryPolicy, async () => {
    try {
      const { Attributes: item } = await write();
      return { kind: 'written', item };
    } catch (error) {
      if (error instanceof TransactionConflictException) throw contended();
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      return { kind: 'refused', existing: itemOf(error.Item) };
    }
  });

export const tryPut = (table: Table, params: Omit<PutCommandInput, 'TableName'>): Promise<Outcome> =>
  outcomeOf(table, () => table.client.send(new PutCommand({ ...params, ...old, TableName: table.name })));

export const tryUpdate = (table: Table, params: Omit<UpdateCommandInput, 'TableName'>): Promise<Outcome> =>
  outcomeOf(table, () => table.client.send(new UpdateCommand({ ...params, ...old, TableName: table.name })));

export const tryDelete = (table: Table, params: Omit<DeleteCommandInput, 'TableName'>): Promise<Outcome> =>
  outcomeOf(table, () => table.client.send(new DeleteCommand({ ...params, ...old, TableName: table.name })));
