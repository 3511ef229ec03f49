import * as z from 'zod/mini';
import type { Clause } from '../table/commit.ts';
import { keys } from '../table/keys.ts';
import type { GetItem } from '../table/read.ts';
import type { Item, Table } from '../table/table.ts';

/** A number with the last instance of the partner that it was connected to. */
export interface PartnerNumber {
  readonly instanceId: string;
  /** The customer that the instance stands under; null when only the instance itself knows. */
  readonly isListedUnder: string | null;
}

/** Each instance has an owner of its own here, so that a move need not know which of them the number was connected to last. */
const ownerAttribute = (instanceId: string): string => `owner_${instanceId}`;

const numberItem = z.object({ instance_id: z.optional(z.string()) });
const ownerValue = z.optional(z.string());

const numberOf = (item: Item | undefined): PartnerNumber | null => {
  if (item === undefined) return null;
  const { instance_id: instanceId } = numberItem.parse(item);
  if (instanceId === undefined) return null;
  return { instanceId, isListedUnder: ownerValue.parse(item[ownerAttribute(instanceId)]) ?? null };
};

export const readPartnerNumber = async (
  table: Table,
  partnerId: string,
  phoneNumberId: string,
  get: GetItem,
): Promise<PartnerNumber | null> => numberOf(await get(table, keys.partnerNumber(partnerId, phoneNumberId)));

/** The instance is the last one that the number was connected to. */
export const lastOfNumberClause = (
  table: Table,
  partnerId: string,
  phoneNumberId: string,
  instanceId: string,
  customerId: string,
): Clause => ({
  name: 'the partner knows the number',
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

/** Instances that have the number, or had it, stand under another customer. */
export const numberOwnerClause = (
  table: Table,
  partnerId: string,
  phoneNumberId: string,
  instanceIds: readonly string[],
  customerId: string,
): Clause => ({
  name: 'the number knows the owner',
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

/** The instance has another number, or none: no move of it tells this one any more. */
export const formerNumberClause = (
  table: Table,
  partnerId: string,
  phoneNumberId: string,
  instanceId: string,
): Clause => ({
  name: 'the former number does not know its owner',
  write: {
    Update: {
      TableName: table.name,
      Key: { ...keys.partnerNumber(partnerId, phoneNumberId) },
      UpdateExpression: 'REMOVE #owner',
      ExpressionAttributeNames: { '#owner': ownerAttribute(instanceId) },
    },
  },
});
