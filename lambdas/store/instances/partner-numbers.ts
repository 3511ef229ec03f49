import * as z from 'zod/mini';
import type { Clause } from '../table/commit.ts';
import { keys } from '../table/keys.ts';
import type { GetItem } from '../table/read.ts';
import type { Item, Table } from '../table/table.ts';

/** A number with the last instance of the partner that it was connected to. */
export interface PartnerNumber {
  readonly instanceId: string;
  /** The customer in the instance's record; null when it has to be read from that record. */
  readonly listedCustomerId: string | null;
}

/** The attribute of an instance's owner. Each instance has its own, so that a move need not know which one had the number last. */
const ownerAttribute = (instanceId: string): string => `owner_${instanceId}`;

const numberItem = z.object({ instance_id: z.optional(z.string()) });
const ownerValue = z.optional(z.string());

const numberOf = (item: Item | undefined): PartnerNumber | null => {
  if (item === undefined) return null;
  const { instance_id: instanceId } = numberItem.parse(item);
  if (instanceId === undefined) return null;
  return { instanceId, listedCustomerId: ownerValue.parse(item[ownerAttribute(instanceId)]) ?? null };
};

export const readPartnerNumber = async (
  table: Table,
  partnerId: string,
  phoneNumberId: string,
  get: GetItem,
): Promise<PartnerNumber | null> => numberOf(await get(table, keys.partnerNumber(partnerId, phoneNumberId)));

/** Records the instance as the last one that the number was connected to. */
export const lastOfNumberClause = (
  table: Table,
  partnerId: string,
  phoneNumberId: string,
  instanceId: string,
  customerId: string,
): Clause => ({
  name: 'the number is listed by its partner',
  write: {
    Put: {
      TableName: table.name,
      Item: {
        ...keys.partnerNumber(partnerId, phoneNumberId),
        instance_id: instanceId,
        [ownerAttribute(instanceId)]: customerId,
      },
    },
  },
});

/** Records another customer as the owner of instances that have or had the number. */
export const numberOwnerClause = (
  table: Table,
  partnerId: string,
  phoneNumberId: string,
  instanceIds: readonly string[],
  customerId: string,
): Clause => ({
  name: 'the number has the owner of its instances',
  write: {
    Update: {
      TableName: table.name,
      Key: { ...keys.partnerNumber(partnerId, phoneNumberId) },
      UpdateExpression: `SET ${instanceIds.map((_, index) => `#o${index} = :customer`).join(', ')}`,
      ExpressionAttributeNames: Object.fromEntries(instanceIds.map((id, index) => [`#o${index}`, ownerAttribute(id)])),
      ExpressionAttributeValues: { ':customer': customerId },
    },
  },
});

/** Removes the instance's owner from a former number, because a later move of the instance does not update it. */
export const formerNumberClause = (
  table: Table,
  partnerId: string,
  phoneNumberId: string,
  instanceId: string,
): Clause => ({
  name: 'the former number has no owner of the instance',
  write: {
    Update: {
      TableName: table.name,
      Key: { ...keys.partnerNumber(partnerId, phoneNumberId) },
      UpdateExpression: 'REMOVE #owner',
      ExpressionAttributeNames: { '#owner': ownerAttribute(instanceId) },
    },
  },
});
