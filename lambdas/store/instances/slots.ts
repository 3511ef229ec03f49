import * as z from 'zod/mini';
import { ServiceError } from '../../domain/errors.ts';
import { slotShareOf, type Slots } from '../../domain/slots.ts';
import { contended, type Clause } from '../table/commit.ts';
import { keys } from '../table/keys.ts';
import { getItem } from '../table/read.ts';
import type { Item, Table } from '../table/table.ts';

const slotsItem = z.object({
  slot_limit: z._default(z.nullable(z.number()), null),
  taken: z._default(z.number(), 0),
});

export const slotsOf = (item: Item | undefined): Slots => {
  const { slot_limit: limit, taken } = slotsItem.parse(item ?? {});
  return { limit, taken };
};

/** The slots in the partner's item. Slots granted to shares count as taken: see slot-shares.ts. */
export const readSlots = async (table: Table, partnerId: string): Promise<Slots> =>
  slotsOf(await getItem(table, keys.slots(partnerId)));

/** @param slots as they were when there was none left */
export const slotLimitReached = ({ limit, taken }: Slots): ServiceError =>
  new ServiceError('slot_limit_reached', "all slots of the partner's limit are taken", {
    details: { limit, occupied: taken },
  });

/** Takes a slot from a share, or from the partner's item. */
export const takeSlotClause = (table: Table, partnerId: string, share: number | null): Clause =>
  share === null ? takeOwnClause(table, partnerId) : takeShareClause(table, partnerId, share);

const takeShareClause = (table: Table, partnerId: string, share: number): Clause => ({
  name: 'the share has a free slot',
  write: {
    Update: {
      TableName: table.name,
      Key: { ...keys.slotShare(partnerId, share) },
      UpdateExpression: 'ADD taken :one',
      ConditionExpression: 'taken < granted',
      ExpressionAttributeValues: { ':one': 1 },
    },
  },
  refuse: contended,
});

/** Takes a slot from the partner's item, if the limit allows it. */
const takeOwnClause = (table: Table, partnerId: string): Clause => ({
  name: 'a slot is free',
  write: {
    Update: {
      TableName: table.name,
      Key: { ...keys.slots(partnerId) },
      UpdateExpression: 'ADD taken :one',
      ConditionExpression:
        'attribute_not_exists(slot_limit) OR taken < slot_limit OR (attribute_not_exists(taken) AND slot_limit > :none)',
      ExpressionAttributeValues: { ':one': 1, ':none': 0 },
    },
  },
  refuse: (existing) => slotLimitReached(slotsOf(existing)),
});

/**
 * Returns an instance's slot to the instance's share, whichever share it was taken from. It is part of the instance's
 * commit, so the slot is returned once.
 */
export const freeSlotClause = (table: Table, partnerId: string, instanceId: string): Clause => {
  const share = slotShareOf(instanceId);
  return {
    name: 'the slot is free again',
    write: {
      Update:
        share === null
          ? {
              TableName: table.name,
              Key: { ...keys.slots(partnerId) },
              UpdateExpression: 'ADD taken :minus',
              ExpressionAttributeValues: { ':minus': -1 },
            }
          : {
              TableName: table.name,
              Key: { ...keys.slotShare(partnerId, share) },
              UpdateExpression: 'ADD taken :minus, granted :none',
              ExpressionAttributeValues: { ':minus': -1, ':none': 0 },
            },
    },
  };
};

/** Sets or removes the limit. */
export const slotLimitClause = (table: Table, partnerId: string, limit: number | null): Clause => ({
  name: 'the slot limit is set',
  write: {
    Update: {
      TableName: table.name,
      Key: { ...keys.slots(partnerId) },
      ...(limit === null
        ? { UpdateExpression: 'REMOVE slot_limit' }
        : { UpdateExpression: 'SET slot_limit = :limit', ExpressionAttributeValues: { ':limit': limit } }),
    },
  },
});
