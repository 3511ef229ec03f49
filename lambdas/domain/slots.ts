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
