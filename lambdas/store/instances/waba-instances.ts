import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { instanceRecordOf, type InstanceRecord } from './instances.ts';
import { keys } from '../table/keys.ts';
import { queryAll } from '../table/query.ts';
import { getItem, getItems } from '../table/read.ts';
import type { Table } from '../table/table.ts';

/** A connected instance of a business account. */
export interface WabaInstance {
  readonly partnerId: string;
  readonly instanceId: string;
}

const instanceItem = z.object({ partner_id: z.string(), instance_id: z.string() });

const readLinks = async (table: Table, pk: string, prefix: string): Promise<readonly WabaInstance[]> => {
  const items = await queryAll(table, {
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': pk, ':prefix': prefix },
    ConsistentRead: true,
  });
  return items
    .map((item) => instanceItem.parse(item))
    .map((instance) => ({ partnerId: instance.partner_id, instanceId: instance.instance_id }));
};

/** The connected instances of a business account, of all partners. */
export const instancesOfWaba = (table: Table, wabaId: string): Promise<readonly WabaInstance[]> => {
  const { pk, sk } = keys.wabaInstance(wabaId, '', '');
  return readLinks(table, pk, sk.slice(0, 2));
};

/** The records of connected instances. */
export const readInstancesOfWaba = async (
  table: Table,
  instances: readonly WabaInstance[],
): Promise<readonly (WabaInstance & InstanceRecord)[]> => {
  const items = await getItems(
    table,
    instances.map(({ partnerId, instanceId }) => keys.instance(partnerId, instanceId)),
  );
  return instances.flatMap((instance, index) => {
    const item = items[index];
    return item === undefined ? [] : [{ ...instance, ...instanceRecordOf(item) }];
  });
};

/** The records of the partner's connected instances of a business account. */
export const partnersInstancesOfWaba = async (
  table: Table,
  partnerId: string,
  wabaId: string,
): Promise<readonly InstanceRecord[]> => {
  const { pk, sk } = keys.wabaInstance(wabaId, partnerId, '');
  return readInstancesOfWaba(table, await readLinks(table, pk, sk));
};

/** The number of the partner's connected instances of a business account. */
export const countInstancesOfWaba = async (table: Table, partnerId: string, wabaId: string): Promise<number> => {
  const { pk, sk } = keys.wabaInstance(wabaId, partnerId, '');
  return (await readLinks(table, pk, sk)).length;
};

/** Whether any of the partner's instances of the business account is connected. */
export const hasInstanceOfWaba = async (table: Table, partnerId: string, wabaId: string): Promise<boolean> => {
  const { pk, sk } = keys.wabaInstance(wabaId, partnerId, '');
  const { Items: items } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: { ':pk': pk, ':prefix': sk },
      Limit: 1,
      ConsistentRead: true,
    }),
  );
  return items?.[0] !== undefined;
};

export const hasWaba = async (table: Table, partnerId: string, wabaId: string): Promise<boolean> =>
  (await getItem(table, keys.partnerWaba(partnerId, wabaId))) !== undefined;

const wabaItem = z.object({ sk: z.string() });

/** Business accounts of a partner, up to a number. */
export const readWabas = async (table: Table, partnerId: string, limit: number): Promise<readonly string[]> => {
  const { Items: items } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': keys.partnerWaba(partnerId, '').pk },
      Limit: limit,
      ConsistentRead: true,
    }),
  );
  return (items ?? []).map((item) => wabaItem.parse(item).sk);
};

/** All business accounts of a partner, ordered by their ids. */
export const allWabas = async (table: Table, partnerId: string): Promise<readonly string[]> => {
  const items = await queryAll(table, {
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': keys.partnerWaba(partnerId, '').pk },
    ConsistentRead: true,
  });
  return items.map((item) => wabaItem.parse(item).sk);
};

/** The first two business accounts of a partner: enough to tell whether there is only one. */
export const firstWabas = (table: Table, partnerId: string): Promise<readonly string[]> =>
  readWabas(table, partnerId, 2);
