import type { Sizes } from '../../domain/size.ts';
import {
  grantedAtOnce,
  isAhead,
  isFull,
  levelRange,
  mostAhead,
  slotShareOf,
  type SlotCount,
} from '../../domain/slots.ts';
import type { Milliseconds } from '../../kernel/time.ts';
import { commit, contended, type Clause } from '../table/commit.ts';
import { keys } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { beginExactPhase } from './slot-phase.ts';
import { isShareAhead, leftIn, mayHaveShares, shareAheadClause, shareClause, type SlotsSeen } from './slot-shares.ts';
import { slotLimitReached, takenClause } from './slots.ts';

/** Where an instance takes its slot. */
export type SlotPlace =
  /** A free slot of a share. It was counted in the partner's item when it was granted, on the same level. */
  | { readonly kind: 'share'; readonly share: number }
  /** A slot of the partner's item. With a share, the slot is granted to the share and taken in one commit. */
  | { readonly kind: 'item'; readonly slots: SlotCount; readonly share: number | null };

/** Whether the next slot reaches the next level. */
const isLastOfLevel = (slots: SlotCount): boolean => slots.taken === levelRange(slots).most;

/** Grants slots to a share, far from the next level. */
const grantClauses = (table: Table, partnerId: string, share: number, slots: SlotCount): readonly Clause[] => [
  takenClause(table, partnerId, slots, { least: -Infinity, most: mostAhead(slots.limit) }, grantedAtOnce),
  shareAheadClause(table, partnerId, share, { granted: grantedAtOnce, taken: 0 }, slots.phase),
];

/**
 * The place where the instance can take a slot.
 * @throws ServiceError slot_limit_reached; Contended
 */
export const readySlot = async (
  table: Table,
  partnerId: string,
  instanceId: string,
  { slots, share }: SlotsSeen,
  sizes: Sizes,
  now: Milliseconds,
): Promise<SlotPlace> => {
  const number = slotShareOf(instanceId);
  if (number !== null && share !== null) {
    if (leftIn(share) > 0) return { kind: 'share', share: number };
    if (isShareAhead(slots, share) && slots.taken <= mostAhead(slots.limit)) {
      await commit(table, grantClauses(table, partnerId, number, slots));
      return { kind: 'share', share: number };
    }
  }
  if (isFull(slots)) throw slotLimitReached(slots);
  if (mayHaveShares(sizes, now) && isAhead(slots) && isLastOfLevel(slots)) {
    return beginExactPhase(table, partnerId, slots.phase);
  }
  return { kind: 'item', slots, share: number };
};

/** Takes the slot. The commit that reaches a level holds only for the number of slots that was read. */
export const takeSlotClauses = (table: Table, partnerId: string, place: SlotPlace): readonly Clause[] => {
  if (place.kind === 'share') return [takeShareClause(table, partnerId, place.share)];
  const { slots, share } = place;
  const { least, most } = levelRange(slots);
  const range = isLastOfLevel(slots) ? { least: most, most } : { least, most: most - 1 };
  return [
    takenClause(table, partnerId, slots, range, 1),
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
