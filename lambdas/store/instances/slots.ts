import * as z from 'zod/mini';
import { ServiceError } from '../../domain/errors.ts';
import type { SlotRange, Slots } from '../../domain/slots.ts';
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

/** The condition that the partner's item has the limit that was read, and so many taken slots. */
const whileSlots = (limit: number | null, { least, most }: SlotRange) => {
  const isZeroIn = least <= 0 && most >= 0;
  const bounds = [
    ...(limit === null ? ['attribute_not_exists(slot_limit)'] : ['slot_limit = :limit']),
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

/** Changes the number of taken slots while the limit is the one that was read and the number is in the range. */
export const takenClause = (
  table: Table,
  partnerId: string,
  limit: number | null,
  range: SlotRange,
  added: number,
): Clause => {
  const { condition, values } = whileSlots(limit, range);
  return {
    name: 'the limit allows the slots',
    write: {
      Update: {
        TableName: table.name,
        Key: { ...keys.slots(partnerId) },
        UpdateExpression: 'ADD taken :added',
        ConditionExpression: condition,
        ExpressionAttributeValues: { ...values, ':added': added },
      },
    },
    refuse: contended,
  };
};

/** Sets or removes the limit, while the slots are in the range. */
export const limitClause = (
  table: Table,
  partnerId: string,
  before: number | null,
  range: SlotRange,
  limit: number | null,
): Clause => {
  const { condition, values } = whileSlots(before, range);
  const all = { ...values, ...(limit !== null && { ':new': limit }) };
  return {
    name: 'the slot limit is set',
    write: {
      Update: {
        TableName: table.name,
        Key: { ...keys.slots(partnerId) },
        UpdateExpression: limit === null ? 'REMOVE slot_limit' : 'SET slot_limit = :new',
        ConditionExpression: condition,
        ...(Object.keys(all).length > 0 && { ExpressionAttributeValues: all }),
      },
    },
    refuse: contended,
  };
};
