import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { PutCommand, type PutCommandInput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { isoOf, minute, type Milliseconds } from '../../kernel/time.ts';
import type { Clause } from '../table/commit.ts';
import { itemOf } from '../table/attributes.ts';
import { tryDelete } from '../table/conditional-write.ts';
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

/** @param at when the PIN was known to be the number's; earlier versions did not store it */
const itemOfPin = (partnerId: string, instanceId: string, sealedPin: string, at: Milliseconds | undefined): Item => ({
  ...keys.instancePin(partnerId, instanceId),
  sealed_pin: sealedPin,
  ...(at !== undefined && { stored_at: isoOf(at) }),
});

const pinParams = (table: string, Item: Item): PutCommandInput => ({
  TableName: table,
  Item: { ...Item },
  ConditionExpression: 'attribute_not_exists(pk)',
  ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
});

/** Stores an instance's first PIN: the platform requires the same one again. @returns the stored PIN */
export const keepPin = async (
  table: Table,
  partnerId: string,
  instanceId: string,
  sealedPin: string,
  at?: Milliseconds,
): Promise<string> => {
  try {
    const item = itemOfPin(partnerId, instanceId, sealedPin, at);
    await table.client.send(new PutCommand(pinParams(table.name, item)));
    return sealedPin;
  } catch (error) {
    const existing = error instanceof ConditionalCheckFailedException ? itemOf(error.Item) : undefined;
    if (existing === undefined) throw error;
    return sealedPinOf(existing);
  }
};

/** A callback about a PIN of an unknown time counts for so long. A PIN that is kept wrongly is replaced at the next registration. */
const late = minute;

/**
 * Deletes an instance's PIN, because the number has another one. The next registration stores a new one. A PIN that was stored after the
 * change stays.
 * @param changedAt when the number's PIN was changed
 */
export const forgetPin = async (
  table: Table,
  partnerId: string,
  instanceId: string,
  changedAt: Milliseconds,
  now: Milliseconds,
): Promise<void> => {
  const untimed = now - changedAt > late ? '' : ' OR attribute_not_exists(stored_at)';
  await tryDelete(table, {
    Key: { ...keys.instancePin(partnerId, instanceId) },
    ConditionExpression: `stored_at < :changed${untimed}`,
    ExpressionAttributeValues: { ':changed': isoOf(changedAt) },
  });
};

/** Replaces the instance's PIN by the one that its number has. */
export const replacePinClause = (
  table: Table,
  partnerId: string,
  instanceId: string,
  sealedPin: string,
  at?: Milliseconds,
): Clause => ({
  name: "the instance has its number's PIN",
  write: { Put: { TableName: table.name, Item: { ...itemOfPin(partnerId, instanceId, sealedPin, at) } } },
});
