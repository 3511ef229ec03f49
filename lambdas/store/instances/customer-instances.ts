import { QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { instanceStatuses, type InstanceStatus } from '../../domain/states/instance-states.ts';
import { slotStates, type SlotState } from '../../domain/states/slot-states.ts';
import { keys } from '../table/keys.ts';
import { readMerges, sourcesOf } from '../customers/merges.ts';
import { queryAll } from '../table/query.ts';
import type { Item, Table } from '../table/table.ts';

/** A line as it is listed under its customer. */
export interface CustomerInstance {
  readonly instanceId: string;
  /** The customer it stands under: the source, while a merge is under way. */
  readonly isListedUnder: string;
  readonly status: InstanceStatus;
  readonly slotState: SlotState | null;
  /** What its risk follows from, packed. */
  readonly risk: string;
  /** The number that it is connected to, or was. */
  readonly phoneNumberId: string | null;
}

const instanceItem = z.object({
  sk: z.string(),
  status: z.enum(instanceStatuses),
  slot_state: z.nullable(z.enum(slotStates)),
  risk: z.string(),
  phone_number_id: z.nullable(z.string()),
});

const instanceOf = (customerId: string, item: Item): CustomerInstance => {
  const instance = instanceItem.parse(item);
  return {
    instanceId: instance.sk.slice(2),
    isListedUnder: customerId,
    status: instance.status,
    slotState: instance.slot_state,
    risk: instance.risk,
    phoneNumberId: instance.phone_number_id,
  };
};

const instancesParams = (partnerId: string, customerId: string): Omit<QueryCommandInput, 'TableName'> => {
  const { pk, sk } = keys.customerInstance(partnerId, customerId, '');
  return {
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :line)',
    ExpressionAttributeValues: { ':pk': pk, ':line': sk },
    ConsistentRead: true,
  };
};

/** The lines that stand under one customer record, oldest first. */
export const instancesUnder = async (
  table: Table,
  partnerId: string,
  customerId: string,
): Promise<readonly CustomerInstance[]> => {
  const items = await queryAll(table, instancesParams(partnerId, customerId));
  return items.map((item) => instanceOf(customerId, item));
};

/** The first few of them. */
export const firstInstancesUnder = async (
  table: Table,
  partnerId: string,
  customerId: string,
  limit: number,
): Promise<readonly CustomerInstance[]> => {
  const params = { ...instancesParams(partnerId, customerId), TableName: table.name, Limit: limit };
  const { Items: items } = await table.client.send(new QueryCommand(params));
  return (items ?? []).map((item) => instanceOf(customerId, item));
};

/**
 * All lines that a customer owns, newest first. Lines go from a merge's source to its target, so the merges are read
 * after the target's lines, and for one that is under way, or ended a while ago, its source is read before its target: a
 * line on its way is seen in one of the two places, or in both, and counts once.
 */
export const instancesOf = async (
  table: Table,
  partnerId: string,
  customerId: string,
): Promise<readonly CustomerInstance[]> => {
  const own = await instancesUnder(table, partnerId, customerId);
  const sources = sourcesOf(await readMerges(table, partnerId), customerId);
  if (sources.length === 0) return own.toReversed();
  const coming = (await Promise.all(sources.map((source) => instancesUnder(table, partnerId, source)))).flat();
  const come = await instancesUnder(table, partnerId, customerId);
  const byId = new Map([...coming, ...come].map((instance) => [instance.instanceId, instance]));
  return Array.from(byId.values()).sort((left, right) => (left.instanceId < right.instanceId ? 1 : -1));
};
