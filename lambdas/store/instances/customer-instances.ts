import { QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { instanceStatuses, type InstanceStatus } from '../../domain/states/instance-states.ts';
import { slotStates, type SlotState } from '../../domain/states/slot-states.ts';
import { keys } from '../table/keys.ts';
import { ownerOf, readMerges, sourcesOf, type Merges } from '../customers/merges.ts';
import { queryAll } from '../table/query.ts';
import type { Item, Table } from '../table/table.ts';

/** The record of an instance in its customer's list. */
export interface CustomerInstance {
  readonly instanceId: string;
  /** The customer whose list holds the record: the source, until a merge has moved the instance. */
  readonly listedCustomerId: string;
  readonly status: InstanceStatus;
  readonly slotState: SlotState | null;
  /** The packed facts of its risk. */
  readonly risk: string;
  /** The number that it is or was connected to. */
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
    listedCustomerId: customerId,
    status: instance.status,
    slotState: instance.slot_state,
    risk: instance.risk,
    phoneNumberId: instance.phone_number_id,
  };
};

const instancesParams = (partnerId: string, customerId: string): Omit<QueryCommandInput, 'TableName'> => {
  const { pk, sk } = keys.customerInstance(partnerId, customerId, '');
  return {
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :instance)',
    ExpressionAttributeValues: { ':pk': pk, ':instance': sk },
    ConsistentRead: true,
  };
};

/** The instances in one customer's list, oldest first. */
export const instancesUnder = async (
  table: Table,
  partnerId: string,
  customerId: string,
): Promise<readonly CustomerInstance[]> => {
  const items = await queryAll(table, instancesParams(partnerId, customerId));
  return items.map((item) => instanceOf(customerId, item));
};

/** The first instances of that list. */
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
 * The instances in a customer's list and in those of its sources, newest first. A merge moves instances from its source's list to its
 * target's, so the source of a running or recently ended merge is read before the target. A moving instance is then in one or both of the
 * lists, and is returned once.
 */
const listed = async (
  table: Table,
  partnerId: string,
  customerId: string,
): Promise<{ readonly merges: Merges; readonly instances: readonly CustomerInstance[] }> => {
  const own = await instancesUnder(table, partnerId, customerId);
  const merges = await readMerges(table, partnerId);
  const sources = sourcesOf(merges, customerId);
  if (sources.length === 0) return { merges, instances: own.toReversed() };
  const coming = (await Promise.all(sources.map((source) => instancesUnder(table, partnerId, source)))).flat();
  const come = await instancesUnder(table, partnerId, customerId);
  const byId = new Map([...coming, ...come].map((instance) => [instance.instanceId, instance]));
  const instances = Array.from(byId.values()).sort((left, right) => (left.instanceId < right.instanceId ? 1 : -1));
  return { merges, instances };
};

/**
 * All instances that a customer owns, newest first. The source of a merge owns none from its commit on, whatever is left in its list.
 */
export const instancesOf = async (
  table: Table,
  partnerId: string,
  customerId: string,
): Promise<readonly CustomerInstance[]> => {
  const { merges, instances } = await listed(table, partnerId, customerId);
  return ownerOf(merges, customerId) === customerId ? instances : [];
};

/** The same, also of the source of a merge: those that are not moved yet. A deactivation that began before the merge goes on with them. */
export const instancesLeftOf = async (
  table: Table,
  partnerId: string,
  customerId: string,
): Promise<readonly CustomerInstance[]> => (await listed(table, partnerId, customerId)).instances;
