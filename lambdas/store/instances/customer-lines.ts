import { QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { instanceStatuses, type InstanceStatus } from '../../domain/states/instance-states.ts';
import { slotStates, type SlotState } from '../../domain/states/slot-states.ts';
import { keys } from '../table/keys.ts';
import { readMerges, sourcesOf } from '../customers/merges.ts';
import { queryAll } from '../table/query.ts';
import type { Item, Table } from '../table/table.ts';

/** A line as it is listed under its customer. */
export interface CustomerLine {
  readonly instanceId: string;
  /** The customer it stands under: the source, while a merge is under way. */
  readonly standsUnder: string;
  readonly status: InstanceStatus;
  readonly slotState: SlotState | null;
  /** What its risk follows from, packed. */
  readonly risk: string;
}

const lineItem = z.object({
  sk: z.string(),
  status: z.enum(instanceStatuses),
  slot_state: z.nullable(z.enum(slotStates)),
  risk: z.string(),
});

const lineOf = (customerId: string, item: Item): CustomerLine => {
  const line = lineItem.parse(item);
  return {
    instanceId: line.sk.slice(2),
    standsUnder: customerId,
    status: line.status,
    slotState: line.slot_state,
    risk: line.risk,
  };
};

const linesParams = (partnerId: string, customerId: string): Omit<QueryCommandInput, 'TableName'> => {
  const { pk, sk } = keys.customerInstance(partnerId, customerId, '');
  return {
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :line)',
    ExpressionAttributeValues: { ':pk': pk, ':line': sk },
    ConsistentRead: true,
  };
};

/** The lines that stand under one customer record, oldest first. */
export const linesUnder = async (
  table: Table,
  partnerId: string,
  customerId: string,
): Promise<readonly CustomerLine[]> => {
  const items = await queryAll(table, linesParams(partnerId, customerId));
  return items.map((item) => lineOf(customerId, item));
};

/** The first few of them. */
export const firstLinesUnder = async (
  table: Table,
  partnerId: string,
  customerId: string,
  limit: number,
): Promise<readonly CustomerLine[]> => {
  const params = { ...linesParams(partnerId, customerId), TableName: table.name, Limit: limit };
  const { Items: items } = await table.client.send(new QueryCommand(params));
  return (items ?? []).map((item) => lineOf(customerId, item));
};

/**
 * All lines that a customer owns, newest first. Lines go from a merge's source to its target, so the merges are read
 * after the target's lines, and for one that is under way, or ended a while ago, its source is read before its target: a
 * line on its way is seen in one of the two places, or in both, and counts once.
 */
export const linesOf = async (
  table: Table,
  partnerId: string,
  customerId: string,
): Promise<readonly CustomerLine[]> => {
  const own = await linesUnder(table, partnerId, customerId);
  const sources = sourcesOf(await readMerges(table, partnerId), customerId);
  if (sources.length === 0) return own.toReversed();
  const coming = (await Promise.all(sources.map((source) => linesUnder(table, partnerId, source)))).flat();
  const come = await linesUnder(table, partnerId, customerId);
  const byId = new Map([...coming, ...come].map((line) => [line.instanceId, line]));
  return Array.from(byId.values()).sort((left, right) => (left.instanceId < right.instanceId ? 1 : -1));
};
