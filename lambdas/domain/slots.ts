import { recordShard } from './size.ts';

/** The limit of a partner's slots and the number of taken ones. A null limit means no limit. */
export interface Slots {
  readonly limit: number | null;
  readonly taken: number;
}

/** Whether all slots are taken, as far as is known. Only a commit can decide that a slot is free. */
export const isFull = ({ limit, taken }: Slots): boolean => limit !== null && taken >= limit;

/** The level of use that members are notified of: `near` from 80 % of the limit, `full` at the limit. */
export const slotLevels = ['free', 'near', 'full'] as const;
export type SlotLevel = (typeof slotLevels)[number];

/**
 * The smallest number of taken slots that is 80 % of the limit: 80 % are rounded up. With a limit below 5 that is the limit
 * itself, so such a limit has no level `near`.
 */
export const nearSlots = (limit: number): number => Math.ceil((limit * 4) / 5);

export const slotLevel = ({ limit, taken }: Slots): SlotLevel => {
  if (limit === null || taken < nearSlots(limit)) return 'free';
  return taken < limit ? 'near' : 'full';
};

/** A range of the number of taken slots, both ends included. */
export interface SlotRange {
  readonly least: number;
  readonly most: number;
}

/** The numbers of taken slots on the same level. */
export const levelRange = (slots: Slots): SlotRange => {
  const { limit } = slots;
  if (limit === null) return { least: -Infinity, most: Infinity };
  const [near, level] = [nearSlots(limit), slotLevel(slots)];
  if (level === 'free') return { least: -Infinity, most: near - 1 };
  return level === 'near' ? { least: near, most: limit - 1 } : { least: limit, most: Infinity };
};

/** The number of shares from which spread instances take their slots. Each share is granted some slots. */
export const slotShares = 128;

/** The share that an instance tries first; null for an instance that is not spread. */
export const slotShareOf = (instanceId: string): number | null =>
  recordShard(instanceId) === null ? null : parseInt(instanceId.slice(-4), 16) % slotShares;

const grantedAtOnce = 16;
/** Nearer to the next level than this, slots are granted one at a time, so that few are granted but unused. */
const near = grantedAtOnce * grantedAtOnce;

/**
 * The number of slots to grant to a share without free ones. `taken` includes the slots granted to other shares. A grant
 * never reaches the next level: only an instance's own commit does, when no share has a free slot.
 */
export const grantOf = (slots: Slots): number => {
  const left = levelRange(slots).most - slots.taken;
  if (isFull(slots) || left <= 0) return 0;
  return left >= near ? grantedAtOnce : 1;
};

/** Shares have at most so many free slots above the level `free`, where slots are freed in the partner's item. */
const mostFree = slotShares * grantedAtOnce;

/** How the slot of an instance of a partner with shares is freed, so that the level of granted slots is that of taken ones. */
export type Freeing =
  /** In the share: no lower level can be reached. */
  | 'share'
  /** In the share and in the partner's item. */
  | 'both'
  /** The same, after the free slots of all shares were returned: a lower level may be reached. */
  | 'settled';

/** @param slots with the slots granted to shares. The bounds have room for what others commit at the same time. */
export const freeingOf = (slots: Slots): Freeing => {
  const { least, most } = levelRange(slots);
  if (least === -Infinity) return slots.taken <= most - near ? 'share' : 'both';
  return slots.taken <= least + mostFree + near ? 'settled' : 'both';
};

/** The numbers of slots in the partner's item for which the decision how to free one holds. */
export const freeingRange = (slots: Slots): SlotRange => {
  const { least, most } = levelRange(slots);
  return freeingOf(slots) === 'settled' ? { least: slots.taken, most: slots.taken } : { least: least + mostFree, most };
};
