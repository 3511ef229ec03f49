import * as z from 'zod/mini';
import { ServiceError } from '../../domain/errors.ts';
import type { Clause } from '../table/commit.ts';
import { keys } from '../table/keys.ts';
import { getItem } from '../table/read.ts';
import type { Table } from '../table/table.ts';

/** How many lines of a partner may hold a slot, and how many do. A null limit is none. */
export interface Slots {
  readonly limit: number | null;
  readonly taken: number;
}

const slotsItem = z.object({
  slot_limit: z._default(z.nullable(z.number()), null),
  taken: z._default(z.number(), 0),
});

export const readSlots = async (table: Table, partnerId: string): Promise<Slots> => {
  const { slot_limit: limit, taken } = slotsItem.parse((await getItem(table, keys.slots(partnerId))) ?? {});
  return { limit, taken };
};

export const slotLimitReached = (): ServiceError =>
  new ServiceError('slot_limit_reached', "all slots of the partner's limit are taken");

/** Whether there is no use in trying; only the commit knows for certain that there is. */
export const isFull = ({ limit, taken }: Slots): boolean => limit !== null && taken >= limit;

/** Takes a slot, when the limit leaves one: the condition sees every slot taken before. */
export const takeSlotClause = (table: Table, partnerId: string): Clause => ({
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
  refuse: slotLimitReached,
});

/** Gives a slot back. The line's own commit, which it is part of, makes sure that it is given back once. */
export const freeSlotClause = (table: Table, partnerId: string): Clause => ({
  name: 'the slot is free again',
  write: {
    Update: {
      TableName: table.name,
      Key: { ...keys.slots(partnerId) },
      UpdateExpression: 'ADD taken :minus',
      ExpressionAttributeValues: { ':minus': -1 },
    },
  },
});

/** Sets the limit, or takes it away. */
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
