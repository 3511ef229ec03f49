import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { contended, persist, type Patience } from '../table/commit.ts';
import type { Table } from '../table/table.ts';

/** A worker that claimed an event. Each of its steps holds only while the lease is still its own. */
export interface Holder {
  readonly table: Table;
  readonly patience: Patience;
  readonly lease: string;
}

export type Update = Omit<UpdateCommandInput, 'UpdateExpression'> & { readonly UpdateExpression: string };

/** Another worker took the event over: this one has nothing more to say about it. */
class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}
export const leaseLost = (): Error => new LeaseLost('another worker took the event over');

export const unlessLost = async <T>(work: Promise<T>, lost: T): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof LeaseLost) return lost;
    throw error;
  }
};

/** Neighbours of a customer's events meet on them: a single write waits for the transaction that has the item. */
const sendUpdate = ({ table, patience }: Omit<Holder, 'lease'>, params: Update): Promise<void> =>
  persist(patience, async () => {
    try {
      await table.client.send(new UpdateCommand(params));
    } catch (error) {
      throw error instanceof Error && error.name === 'TransactionConflictException' ? contended() : error;
    }
  });

/** @returns null, or what made the condition fail */
export const tryUpdate = async (
  holder: Omit<Holder, 'lease'>,
  params: Update,
): Promise<ConditionalCheckFailedException | null> => {
  try {
    await sendUpdate(holder, { ...params, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' });
    return null;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return error;
    throw error;
  }
};
