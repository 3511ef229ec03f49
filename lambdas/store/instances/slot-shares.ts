import * as z from 'zod/mini';
import { placesUntil, type Sizes } from '../../domain/size.ts';
import { grantOf, isFull, slotShareOf, slotShares, type Slots } from '../../domain/slots.ts';
import type { Milliseconds } from '../../domain/time.ts';
import { commit, contended, persist, type Clause } from '../table/commit.ts';
import { keys } from '../table/keys.ts';
import { getItems } from '../table/read.ts';
import type { Item, Table } from '../table/table.ts';
import { readSlots, slotLimitReached, slotsOf } from './slots.ts';

/**
 * A share of a partner's slots. Slots granted to shares count as taken in the partner's item, so that no more slots are
 * granted than the limit allows. An instance takes its slot from a share that has a free one.
 */
interface Share {
  readonly granted: number;
  readonly taken: number;
}

const shareItem = z.object({ granted: z._default(z.number(), 0), taken: z._default(z.number(), 0) });
const shareOf = (item: Item | undefined): Share => shareItem.parse(item ?? {});
const leftIn = ({ granted, taken }: Share): number => granted - taken;

const readShares = async (table: Table, partnerId: string): Promise<readonly Share[]> => {
  const all = Array.from({ length: slotShares }, (_, share) => keys.slotShare(partnerId, share));
  return (await getItems(table, all)).map(shareOf);
};

const mayHaveShares = (sizes: Sizes, now: Milliseconds): boolean => placesUntil(sizes, now).length > 1;

/** The partner's slots. Slots that were granted to shares but are not taken by instances do not count as taken. */
export const readTakenSlots = async (
  table: Table,
  partnerId: string,
  sizes: Sizes,
  now: Milliseconds,
): Promise<Slots> => {
  const slots = await readSlots(table, partnerId);
  if (!mayHaveShares(sizes, now)) return slots;
  const unused = (await readShares(table, partnerId)).reduce((sum, share) => sum + leftIn(share), 0);
  return { ...slots, taken: slots.taken - unused };
};

/** Grants slots to a share, if the limit still allows it. */
const grantClauses = (
  table: Table,
  partnerId: string,
  share: number,
  limit: number | null,
  grant: number,
): readonly Clause[] => [
  {
    name: 'the limit allows the grant',
    write: {
      Update: {
        TableName: table.name,
        Key: { ...keys.slots(partnerId) },
        UpdateExpression: 'ADD taken :grant',
        ...(limit === null
          ? { ConditionExpression: 'attribute_not_exists(slot_limit)', ExpressionAttributeValues: { ':grant': grant } }
          : {
              ConditionExpression: 'slot_limit = :limit AND (attribute_not_exists(taken) OR taken <= :most)',
              ExpressionAttributeValues: {
                ':grant': grant,
                ':limit': limit,
                ':most': limit - grant,
              },
            }),
      },
    },
    refuse: contended,
  },
  {
    name: 'the share gets the grant',
    write: {
      Update: {
        TableName: table.name,
        Key: { ...keys.slotShare(partnerId, share) },
        UpdateExpression: 'ADD granted :grant, taken :none',
        ExpressionAttributeValues: { ':grant': grant, ':none': 0 },
      },
    },
  },
];

/** The slots that a creation reads: those of the partner's item, and those of the instance's share when it has one. */
export interface SlotsSeen {
  readonly slots: Slots;
  readonly share: Share | null;
}

export const readSlotsFor = async (table: Table, partnerId: string, instanceId: string): Promise<SlotsSeen> => {
  const share = slotShareOf(instanceId);
  if (share === null) return { slots: await readSlots(table, partnerId), share: null };
  const [own, found] = await getItems(table, [keys.slots(partnerId), keys.slotShare(partnerId, share)]);
  return { slots: slotsOf(own), share: shareOf(found) };
};

/** Any share with a free slot, when the instance's own share has none and can be granted none. */
const shareWithSlot = async (table: Table, partnerId: string, slots: Slots, first: number): Promise<number> => {
  const left = (await readShares(table, partnerId)).flatMap((share, number) => (leftIn(share) > 0 ? [number] : []));
  const found = left[first % Math.max(1, left.length)];
  // Every slot that was granted is taken.
  if (found === undefined) throw slotLimitReached(slots);
  return found;
};

/** Returns the free slots of all shares to the partner's item. */
export const recallShares = async (table: Table, partnerId: string): Promise<void> => {
  for (let share = 0; share < slotShares; share += 1) {
    await persist(table.retryPolicy, async () => {
      const [item] = await getItems(table, [keys.slotShare(partnerId, share)]);
      const existing = shareOf(item);
      if (leftIn(existing) === 0) return;
      await commit(table, recallClauses(table, partnerId, share, existing));
    });
  }
};

const recallClauses = (
  table: Table,
  partnerId: string,
  share: number,
  { granted, taken }: Share,
): readonly Clause[] => [
  {
    name: 'the share is unchanged since it was read',
    write: {
      Update: {
        TableName: table.name,
        Key: { ...keys.slotShare(partnerId, share) },
        UpdateExpression: 'SET granted = :taken',
        ConditionExpression: 'granted = :granted AND taken = :taken',
        ExpressionAttributeValues: { ':granted': granted, ':taken': taken },
      },
    },
    refuse: contended,
  },
  {
    name: 'the free slots of the share are returned',
    write: {
      Update: {
        TableName: table.name,
        Key: { ...keys.slots(partnerId) },
        UpdateExpression: 'ADD taken :back',
        ExpressionAttributeValues: { ':back': taken - granted },
      },
    },
  },
];

/**
 * The share from which the instance can take a slot; null: the partner's item.
 * @throws ServiceError slot_limit_reached after all shares were read; Contended
 */
export const readySlot = async (
  table: Table,
  partnerId: string,
  instanceId: string,
  { slots, share }: SlotsSeen,
  sizes: Sizes,
  now: Milliseconds,
): Promise<number | null> => {
  const own = slotShareOf(instanceId);
  if (own === null || share === null) {
    if (!isFull(slots)) return null;
    if (!mayHaveShares(sizes, now)) throw slotLimitReached(slots);
    await recallShares(table, partnerId);
    const recalled = await readSlots(table, partnerId);
    if (isFull(recalled)) throw slotLimitReached(recalled);
    return null;
  }
  if (leftIn(share) > 0) return own;
  const grant = grantOf(slots);
  if (grant === 0) return shareWithSlot(table, partnerId, slots, own);
  await commit(table, grantClauses(table, partnerId, own, slots.limit, grant));
  return own;
};
