import * as z from 'zod/mini';
import { ServiceError } from '../../kernel/errors.ts';
import { mostAhead, phaseAfter, type SlotCount, type SlotRange, type Slots } from '../../domain/slots.ts';
import { contended, type Clause } from '../table/commit.ts';
import { keys } from '../table/keys.ts';
import { getItem } from '../table/read.ts';
import type { Item, Table } from '../table/table.ts';

const slotsItem = z.object({
  slot_limit: z._default(z.nullable(z.number()), null),
  taken: z._default(z.number(), 0),
  phase: z._default(z.number(), 0),
});

export const slotsOf = (item: Item | undefined): SlotCount => {
  const { slot_limit: limit, taken, phase } = slotsItem.parse(item ?? {});
  return { limit, taken, phase };
};

/** The slots in the partner's item. Slots granted to shares count as taken: see slot-shares.ts. */
export const readSlots = async (table: Table, partnerId: string): Promise<SlotCount> =>
  slotsOf(await getItem(table, keys.slots(partnerId)));

/** @param slots as they were when there was none left */
export const slotLimitReached = ({ limit, taken }: Slots): ServiceError =>
  new ServiceError('slot_limit_reached', "all slots of the partner's limit are taken", {
    details: { limit, occupied: taken },
  });

/** The condition that the partner's item has the limit and the phase that were read, and so many taken slots. */
const whileSlots = ({ limit, phase }: SlotCount, { least, most }: SlotRange) => {
  const isZeroIn = least <= 0 && most >= 0;
  const bounds = [
    phase === 0 ? '(attribute_not_exists(phase) OR phase = :phase)' : 'phase = :phase',
    limit === null ? 'attribute_not_exists(slot_limit)' : 'slot_limit = :limit',
    ...(least > 0 ? ['taken >= :least'] : []),
    ...(most === Infinity ? [] : [isZeroIn ? '(attribute_not_exists(taken) OR taken <= :most)' : 'taken <= :most']),
  ];
  return {
    condition: bounds.join(' AND '),
    values: {
      ':phase': phase,
      ...(limit !== null && { ':limit': limit }),
      ...(least > 0 && { ':least': least }),
      ...(most !== Infinity && { ':most': most }),
    },
  };
};

/**
 * Changes the number of taken slots while the limit and the phase are those that were read and the number is in the range. It
 * ends an odd phase when slots may be granted ahead afterwards.
 */
export const takenClause = (
  table: Table,
  partnerId: string,
  slots: SlotCount,
  range: SlotRange,
  added: number,
): Clause => {
  const next = phaseAfter(slots.phase, { ...slots, taken: slots.taken + added });
  const isNext = next !== slots.phase;
  const most = isNext ? Math.min(range.most, mostAhead(slots.limit) - added) : range.most;
  const { condition, values } = whileSlots(slots, { least: range.least, most });
  return {
    name: 'the limit allows the slots',
    write: {
      Update: {
        TableName: table.name,
        Key: { ...keys.slots(partnerId) },
        UpdateExpression: `ADD taken :added${isNext ? ' SET phase = :next' : ''}`,
        ConditionExpression: condition,
        ExpressionAttributeValues: { ...values, ':added': added, ...(isNext && { ':next': next }) },
      },
    },
    refuse: contended,
  };
};

/** Changes the number of taken slots, whatever the partner's item has. */
export const addTakenClause = (table: Table, partnerId: string, added: number): Clause => ({
  name: "slots are counted in the partner's item",
  write: {
    Update: {
      TableName: table.name,
      Key: { ...keys.slots(partnerId) },
      UpdateExpression: 'ADD taken :added',
      ExpressionAttributeValues: { ':added': added },
    },
  },
});

/** Sets or removes the limit and sets the phase, while the slots that were read are in the range. */
export const limitClause = (
  table: Table,
  partnerId: string,
  before: SlotCount,
  range: SlotRange,
  after: SlotCount,
): Clause => {
  const { condition, values } = whileSlots(before, range);
  return {
    name: 'the slot limit is set',
    write: {
      Update: {
        TableName: table.name,
        Key: { ...keys.slots(partnerId) },
        UpdateExpression: `SET phase = :next${after.limit === null ? ' REMOVE slot_limit' : ', slot_limit = :new'}`,
        ConditionExpression: condition,
        ExpressionAttributeValues: {
          ...values,
          ':next': after.phase,
          ...(after.limit !== null && { ':new': after.limit }),
        },
      },
    },
    refuse: contended,
  };
};

/** Begins the next phase, which must be exact by then. */
export const phaseClause = (table: Table, partnerId: string, phase: number): Clause => ({
  name: 'the phase is the one before',
  write: {
    Update: {
      TableName: table.name,
      Key: { ...keys.slots(partnerId) },
      UpdateExpression: 'SET phase = :next',
      ConditionExpression: phase === 1 ? 'attribute_not_exists(phase) OR phase = :before' : 'phase = :before',
      ExpressionAttributeValues: { ':next': phase, ':before': phase - 1 },
    },
  },
  refuse: contended,
});
