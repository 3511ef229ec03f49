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

/**
 * The slots in the partner's item. In an even phase, slots are granted to shares ahead, and `taken` includes them. In an odd
 * phase, no share has a free slot, and `taken` is exact.
 */
export interface SlotCount extends Slots {
  readonly phase: number;
}

/**
 * Whether shares may have free slots: only on the level `free`, so that each commit that reaches a level meets the exact number.
 * A partner without shares stays in phase 0; when it becomes large on another level, nothing was granted.
 */
export const isAhead = (slots: SlotCount): boolean => slots.phase % 2 === 0 && slotLevel(slots) === 'free';

/** The number of slots that a share without free ones is granted. */
export const grantedAtOnce = 16;

/** The most taken slots at which slots are granted ahead: so far below 80 % of the limit that an even phase is worth its begin. */
export const mostAhead = (limit: number | null): number =>
  limit === null ? Infinity : nearSlots(limit) - 2 * slotShares;

/** The phase after a change of the slots. An odd phase ends when slots may be granted ahead again. */
export const phaseAfter = (phase: number, { limit, taken }: Slots): number =>
  phase % 2 === 1 && taken <= mostAhead(limit) ? phase + 1 : phase;
