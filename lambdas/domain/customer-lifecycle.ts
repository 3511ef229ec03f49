import type { InstanceStatus } from './states/instance-states.ts';
import type { SlotState } from './states/slot-states.ts';

export const lifecycleStatuses = ['completed', 'in_progress', 'incomplete', 'already_inactive'] as const;
type LifecycleStatus = (typeof lifecycleStatuses)[number];

/** The progress of a customer's deactivation. `total` counts the instances that were not inactive when it began. */
export interface CustomerLifecycle {
  readonly status: LifecycleStatus;
  readonly total: number;
  readonly completed: number;
  readonly failed: number;
}

interface Instance {
  readonly status: InstanceStatus;
}

/** Computed from the instances, so there is no counter to keep consistent. */
export const lifecycleOf = (
  job: { readonly total: number; readonly finished: boolean },
  instances: readonly Instance[],
): CustomerLifecycle => {
  const left = instances.filter((instance) => instance.status !== 'inactive');
  const failed = left.filter((instance) => instance.status === 'deactivation_failed').length;
  const completed = Math.max(0, job.total - left.length);
  // A worker holds such an instance, or the next worker resumes its deactivation. It has not failed.
  const isHeld = left.some((instance) => instance.status === 'deactivating');
  if (!job.finished || isHeld) return { status: 'in_progress', total: job.total, completed, failed };
  return { status: left.length === 0 ? 'completed' : 'incomplete', total: job.total, completed, failed };
};

export const customerSlotStates = ['free', 'occupied', 'releasing', 'release_blocked'] as const;
type CustomerSlotState = (typeof customerSlotStates)[number];

/** The slots that a customer's instances occupy. */
export interface CustomerSlot {
  readonly state: CustomerSlotState;
  readonly occupied: number;
  readonly releasing: number;
  readonly limit: number | null;
}

export const customerSlotOf = (
  instances: readonly { readonly slotState: SlotState | null }[],
  limit: number | null,
): CustomerSlot => {
  const count = (...states: SlotState[]): number =>
    instances.filter(({ slotState }) => slotState !== null && states.includes(slotState)).length;
  const occupied = count('reserved', 'occupied');
  const releasing = count('releasing', 'release_blocked');
  const blocked = count('release_blocked') > 0;
  const state = blocked ? 'release_blocked' : releasing > 0 ? 'releasing' : occupied > 0 ? 'occupied' : 'free';
  return { state, occupied, releasing, limit };
};
