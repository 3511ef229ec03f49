import type { TransitionTable } from './transition.ts';

export const slotStates = ['reserved', 'occupied', 'releasing', 'release_blocked', 'released'] as const;
export type SlotState = (typeof slotStates)[number];

/** What moves a line's slot, each with its cause. */
export const slotTriggers = {
  occupy: 'the line was connected',
  begin_release: 'the deactivation of the line began',
  block_release: "the line's callback could not be removed",
  release: "the line's callback is gone for certain",
  reserve: 'a deactivated line was invited again',
} as const;
export type SlotTrigger = keyof typeof slotTriggers;

/** A line that takes part has a slot from its creation until its callback is gone for certain. */
export const slotTransitions: TransitionTable<SlotState, SlotTrigger> = {
  reserved: { occupy: 'occupied', begin_release: 'releasing' },
  occupied: { occupy: 'occupied', begin_release: 'releasing' },
  releasing: { release: 'released', block_release: 'release_blocked' },
  release_blocked: { begin_release: 'releasing', release: 'released' },
  released: { reserve: 'reserved' },
};

const taking: ReadonlySet<SlotState> = new Set<SlotState>(['reserved', 'occupied', 'releasing', 'release_blocked']);

/** Whether a slot in this state counts against the partner's limit. */
export const occupiesSlot = (state: SlotState | null): boolean => state !== null && taking.has(state);
