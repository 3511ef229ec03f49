import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, PutCommand, type PutCommandInput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { Clause } from '../table/commit.ts';
import { itemOf } from '../table/attributes.ts';
import { keys } from '../table/keys.ts';
import { getItem } from '../table/read.ts';
import type { Item, Table } from '../table/table.ts';

const pinItem = z.object({ sealed_pin: z.string() });
const sealedPinOf = (item: Item): string => pinItem.parse(item).sealed_pin;

/** The instance's encrypted PIN; null while it has none. */
export const readPin = async (table: Table, partnerId: string, instanceId: string): Promise<string | null> => {
  const item = await getItem(table, keys.instancePin(partnerId, instanceId));
  return item === undefined ? null : sealedPinOf(item);
};

const pinParams = (table: string, partnerId: string, instanceId: string, sealedPin: string): PutCommandInput => ({
  TableName: table,
  Item: { ...keys.instancePin(partnerId, instanceId), sealed_pin: sealedPin },
  ConditionExpression: 'attribute_not_exists(pk)',
  ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
});

/** Stores an instance's first PIN: the platform requires the same one again. @returns the stored PIN */
export const keepPin = async (
  table: Table,
  partnerId: string,
  instanceId: string,
  sealedPin: string,
): Promise<string> => {
  try {
    await table.client.send(new PutCommand(pinParams(table.name, partnerId, instanceId, sealedPin)));
    return sealedPin;
  } catch (error) {
    const existing = error instanceof ConditionalCheckFailedException ? itemOf(error.Item) : undefined;
    if (existing === undefined) throw error;
    return sealedPinOf(existing);
  }
};

/** Deletes an instance's PIN, because the number has another one. The next registration stores a new one. */
export const forgetPin = async (table: Table, partnerId: string, instanceId: string): Promise<void> => {
  await table.client.send(
    new DeleteCommand({ TableName: table.name, Key: { ...keys.instancePin(partnerId, instanceId) } }),
  );
};

/** Replaces the instance's PIN by the one that its number has. */
export const replacePinClause = (table: Table, partnerId: string, instanceId: string, sealedPin: string): Clause => ({
  name: "the instance has its number's PIN",
  write: {
    Put: { TableName: table.name, Item: { ...keys.instancePin(partnerId, instanceId), sealed_pin: sealedPin } },
  },
});
