import type { UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Milliseconds } from '../../kernel/time.ts';
import { tryUpdate } from '../table/conditional-write.ts';
import { keys } from '../table/keys.ts';
import type { Item, Table } from '../table/table.ts';

/**
 * A concurrency slot of a slow endpoint. A worker takes one before it sends, so a slow endpoint occupies only a few workers.
 * The slot of a worker that died is free again at `until`.
 */
export interface ConcurrencySlot {
  readonly partnerId: string;
  readonly number: number;
  readonly until: Milliseconds;
}

const nameOf = (number: number): string => `slot_${number}`;

const takeParams = (slot: ConcurrencySlot, now: Milliseconds): Omit<UpdateCommandInput, 'TableName'> => ({
  Key: { ...keys.concurrencySlots(slot.partnerId) },
  UpdateExpression: 'SET #slot = :until',
  ConditionExpression: 'attribute_not_exists(#slot) OR #slot <= :now',
  ExpressionAttributeNames: { '#slot': nameOf(slot.number) },
  ExpressionAttributeValues: { ':until': slot.until, ':now': now },
});

const freeSlots = (existing: Item, count: number, now: Milliseconds): readonly number[] =>
  Array.from({ length: count }, (_, number) => number).filter((number) => {
    const until = existing[nameOf(number)];
    return typeof until !== 'number' || until <= now;
  });

/**
 * Takes a free slot. Other workers may take slots at the same time, each one of them, so there are at most as many tries as slots.
 * @returns null when all slots are taken
 */
export const takeConcurrencySlot = async (
  table: Table,
  partnerId: string,
  count: number,
  now: Milliseconds,
  until: Milliseconds,
  random: () => number,
): Promise<ConcurrencySlot | null> => {
  let free: readonly number[] = Array.from({ length: count }, (_, number) => number);
  for (let tried = 0; tried < count; tried += 1) {
    const number = free[Math.floor(random() * free.length)];
    if (number === undefined) return null;
    const slot = { partnerId, number, until };
    const outcome = await tryUpdate(table, takeParams(slot, now));
    if (outcome.kind === 'written') return slot;
    free = freeSlots(outcome.existing ?? {}, count, now);
  }
  return null;
};

/** Releases a slot. The condition fails when the slot has expired and another worker has taken it. */
export const releaseConcurrencySlot = async (table: Table, slot: ConcurrencySlot): Promise<void> => {
  await tryUpdate(table, {
    Key: { ...keys.concurrencySlots(slot.partnerId) },
    UpdateExpression: 'REMOVE #slot',
    ConditionExpression: '#slot = :until',
    ExpressionAttributeNames: { '#slot': nameOf(slot.number) },
    ExpressionAttributeValues: { ':until': slot.until },
  });
};
