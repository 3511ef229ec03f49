import * as z from 'zod/mini';
import { ServiceError } from '../../kernel/errors.ts';
import { isFull, levelRange, type SlotRange, type Slots } from '../../domain/slots.ts';
import { contended, type Clause, type TransactWrite } from '../table/commit.ts';
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

export const readSlots = async (table: Table, partnerId: string): Promise<Slots> =>
  slotsOf(await getItem(table, keys.slots(partnerId)));

/** The condition that the limit is the one that was read, and that the number of taken slots is in the range. */
const whileSlots = (limit: number | null, { least, most }: SlotRange) => {
  const isZeroIn = least <= 0 && most >= 0;
  const bounds = [
    limit === null ? 'attribute_not_exists(slot_limit)' : 'slot_limit = :limit',
    ...(least > 0 ? ['taken >= :least'] : []),
    ...(most === Infinity ? [] : [isZeroIn ? '(attribute_not_exists(taken) OR taken <= :most)' : 'taken <= :most']),
  ];
  return {
    condition: bounds.join(' AND '),
    values: {
      ...(limit !== null && { ':limit': limit }),
      ...(least > 0 && { ':least': least }),
      ...(most !== Infinity && { ':most': most }),
    },
  };
};

type Change = Omit<NonNullable<TransactWrite['Update']>, 'TableName' | 'Key'>;

const slotsUpdate = (table: Table, partnerId: string, change: Change): TransactWrite => ({
  Update: { TableName: table.name, Key: { ...keys.slots(partnerId) }, ...change },
});

const limitReached = ({ limit, taken }: Slots): ServiceError =>
  new ServiceError('slot_limit_reached', "all slots of the partner's limit are taken", {
    details: { limit, occupied: taken },
  });

/**
 * Takes a slot while the limit is the one that was read. The commit that reaches a level holds only for the number that was
 * read; any other holds for every number that stays on the level.
 * @throws ServiceError slot_limit_reached
 */
export const takeSlotClause = (table: Table, partnerId: string, slots: Slots): Clause => {
  if (isFull(slots)) throw limitReached(slots);
  const { least, most } = levelRange(slots);
  const range = slots.taken === most ? { least: most, most } : { least, most: most - 1 };
  const { condition, values } = whileSlots(slots.limit, range);
  return {
    name: 'the limit allows the slot',
    write: slotsUpdate(table, partnerId, {
      UpdateExpression: 'ADD taken :one',
      ConditionExpression: condition,
      ExpressionAttributeValues: { ...values, ':one': 1 },
    }),
    refuse: contended,
  };
};

/** Frees a slot. The clause is part of the commit that ends the instance, so the slot is freed once. */
export const freeSlotClause = (table: Table, partnerId: string): Clause => ({
  name: 'the slot is free',
  write: slotsUpdate(table, partnerId, {
    UpdateExpression: 'ADD taken :freed',
    ExpressionAttributeValues: { ':freed': -1 },
  }),
});

/** Sets another limit, or removes it, while the slots that were read have the same level of it. */
export const slotLimitClause = (table: Table, partnerId: string, before: Slots, limit: number | null): Clause => {
  const { condition, values } = whileSlots(before.limit, levelRange({ ...before, limit }));
  return {
    name: 'the slot limit is set',
    write: slotsUpdate(table, partnerId, {
      UpdateExpression: limit === null ? 'REMOVE slot_limit' : 'SET slot_limit = :new',
      ConditionExpression: condition,
      ExpressionAttributeValues: { ...values, ...(limit !== null && { ':new': limit }) },
    }),
    refuse: contended,
  };
};
