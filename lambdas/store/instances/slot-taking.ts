import type { Sizes } from '../../domain/size.ts';
import { grantOf, isFull, levelRange, slotShareOf, type Slots } from '../../domain/slots.ts';
import type { Milliseconds } from '../../domain/time.ts';
import { commit, contended, type Clause } from '../table/commit.ts';
import { keys } from '../table/keys.ts';
import { getItems } from '../table/read.ts';
import type { Table } from '../table/table.ts';
import { leftIn, mayHaveShares, readShares, requireSettled, shareClause, shareOf, type Share } from './slot-shares.ts';
import { readSlots, slotLimitReached, slotsOf, takenClause } from './slots.ts';

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

/** Where an instance takes its slot. */
export type SlotPlace =
  /** A free slot of a share. It was counted in the partner's item when it was granted, on the same level. */
  | { readonly kind: 'share'; readonly share: number }
  /** A slot of the partner's item. With a share, the slot is granted to the share and taken in one commit. */
  | { readonly kind: 'item'; readonly slots: Slots; readonly share: number | null };

/** Whether the next slot reaches the next level. */
const isLastOfLevel = (slots: Slots): boolean => slots.taken === levelRange(slots).most;

const readyInItem = async (table: Table, partnerId: string, slots: Slots, hasShares: boolean): Promise<SlotPlace> => {
  if (hasShares && (isFull(slots) || isLastOfLevel(slots))) await requireSettled(table, partnerId);
  if (isFull(slots)) throw slotLimitReached(slots);
  return { kind: 'item', slots, share: null };
};

/** Grants slots to a share, while the limit allows it and no other level is reached. */
const grantClauses = (
  table: Table,
  partnerId: string,
  share: number,
  slots: Slots,
  grant: number,
): readonly Clause[] => {
  const { least, most } = levelRange(slots);
  return [
    takenClause(table, partnerId, slots.limit, { least, most: most - grant }, grant),
    shareClause(table, partnerId, share, { granted: grant, taken: 0 }),
  ];
};

/** Any share with a free slot; undefined when every slot that was granted is taken. */
const shareWithSlot = async (table: Table, partnerId: string, first: number): Promise<number | undefined> => {
  const left = (await readShares(table, partnerId)).flatMap((share, number) => (leftIn(share) > 0 ? [number] : []));
  return left[first % Math.max(1, left.length)];
};

const readyInShares = async (
  table: Table,
  partnerId: string,
  slots: Slots,
  own: { readonly number: number; readonly share: Share },
): Promise<SlotPlace> => {
  if (leftIn(own.share) > 0) return { kind: 'share', share: own.number };
  const grant = grantOf(slots);
  if (grant > 0) {
    await commit(table, grantClauses(table, partnerId, own.number, slots, grant));
    return { kind: 'share', share: own.number };
  }
  const other = await shareWithSlot(table, partnerId, own.number);
  if (other !== undefined) return { kind: 'share', share: other };
  if (isFull(slots)) throw slotLimitReached(slots);
  return { kind: 'item', slots, share: own.number };
};

/**
 * The place where the instance can take a slot.
 * @throws ServiceError slot_limit_reached, of a partner with shares after all of them were read; Contended
 */
export const readySlot = (
  table: Table,
  partnerId: string,
  instanceId: string,
  { slots, share }: SlotsSeen,
  sizes: Sizes,
  now: Milliseconds,
): Promise<SlotPlace> => {
  const number = slotShareOf(instanceId);
  return number === null || share === null
    ? readyInItem(table, partnerId, slots, mayHaveShares(sizes, now))
    : readyInShares(table, partnerId, slots, { number, share });
};

/** Takes the slot. The commit that reaches a level holds only for the number of slots that was read. */
export const takeSlotClauses = (table: Table, partnerId: string, place: SlotPlace): readonly Clause[] => {
  if (place.kind === 'share') return [takeShareClause(table, partnerId, place.share)];
  const { slots, share } = place;
  const { least, most } = levelRange(slots);
  const range = isLastOfLevel(slots) ? { least: most, most } : { least, most: most - 1 };
  return [
    takenClause(table, partnerId, slots.limit, range, 1),
    ...(share === null ? [] : [shareClause(table, partnerId, share, { granted: 1, taken: 1 })]),
  ];
};

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
