import type { TransitionTable } from './transition.ts';

export const slotStates = ['reserved', 'occupied', 'releasing', 'release_blocked', 'released'] as const;
export type SlotState = (typeof slotStates)[number];

/** The triggers of a slot's transitions, each with its cause. */
export const slotTriggers = {
  occupy: 'the instance was connected',
  begin_release: 'the deactivation of the instance began',
  block_release: "the platform did not remove the instance's callback",
  release: "the removal of the instance's callback was verified",
  reserve: 'a connect session was made for a deactivated instance',
} as const;
export type SlotTrigger = keyof typeof slotTriggers;

/** An instance has a slot from its creation until the removal of its callback is verified. */
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
