import type { SlotState } from '../instance.ts';
import type { TransitionTable } from './transition.ts';

export type SlotTrigger = 'occupy' | 'begin_release' | 'block_release' | 'release' | 'reserve';

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
