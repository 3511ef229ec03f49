import type { Metadata } from './customer.ts';
import { instanceTransitions, type InstanceStatus, type InstanceTrigger } from './states/instance-states.ts';
import { occupiesSlot, slotTransitions, type SlotState, type SlotTrigger } from './states/slot-states.ts';
import { transition } from './states/transition.ts';
import { isoOf, laterThan, type Milliseconds } from '../kernel/time.ts';

export const callbackStates = ['none', 'pending', 'active', 'drifted', 'removing', 'removed', 'remove_failed'] as const;
type CallbackState = (typeof callbackStates)[number];

/** An error of the platform, as the API shows it. */
export interface InstanceError {
  readonly code: string;
  readonly message: string;
  readonly at: string;
}

export interface InstanceCallback {
  readonly state: CallbackState;
  readonly verified_at: string | null;
  readonly last_error: InstanceError | null;
}

/** The last warning to the members that a token expires. */
export interface ExpiryWarning {
  /** Of the token that it is about. */
  readonly token_expires_at: string;
  readonly days_before: number;
}

interface InstanceConnection {
  readonly connected_at: string | null;
  readonly token_expires_at: string | null;
  readonly last_error: InstanceError | null;
  /** Absent before the first warning. The API does not show it. */
  readonly expiry_warning?: ExpiryWarning | undefined;
}

/** What hinders a number from sending, in the platform's words. */
export interface HealthError {
  /** Whose error it is, such as `WABA`. */
  readonly entity: string;
  readonly code: number;
  readonly description: string | null;
  readonly remedy: string | null;
}

/** The platform names one or two. */
export const mostHealthErrors = 10;

/** The platform's facts of the number; every value is an open string. */
export interface NumberFacts {
  readonly display_phone_number: string | null;
  readonly verified_name: string | null;
  readonly name_status: string | null;
  readonly username: string | null;
  readonly quality_rating: string | null;
  readonly messaging_limit: string | null;
  readonly throughput_level: string | null;
  readonly platform_status: string | null;
  readonly can_send_message: string | null;
  /** Why it can't send, or only in part; empty when the platform does not say. */
  readonly platform_errors: readonly HealthError[];
  /** What the platform adds about sending, such as why it limits the number. */
  readonly platform_notes: readonly string[];
  /** Until when the platform restricts the sending of the business account, by a callback; null without a restriction. */
  readonly restricted_until: string | null;
  /** `OFFBOARDED` while a number of the business app is paused, by a callback. */
  readonly account_state: string | null;
  /** When the platform was asked; null for never. */
  readonly facts_at: string | null;
  /** When a callback reported a fact after that, by the fact's name. */
  readonly reported_at: Readonly<Record<string, string>>;
}

/** What the service knows of its access to the platform, beside the status. */
export interface InstanceAccess {
  /** A callback that may be about this instance reported a loss. The platform is asked before the access counts as lost. */
  readonly doubt: InstanceError | null;
  /** Whether the platform itself took the access away. Then nothing of the instance is left there to remove. */
  readonly taken: boolean;
  /** When the platform was last asked whether it accepts a lost token again; null: it is asked in the next round. */
  readonly tried_at: string | null;
}

export const fullAccess: InstanceAccess = { doubt: null, taken: false, tried_at: null };

/** An instance (messaging line) of a customer. Times are ISO 8601 UTC. */
export interface Instance extends NumberFacts {
  readonly id: string;
  readonly instance_key: string;
  readonly status: InstanceStatus;
  readonly slot_state: SlotState | null;
  readonly partner_customer_id: string;
  readonly instance_name: string | null;
  readonly platform_phone_number_id: string | null;
  readonly platform_waba_id: string | null;
  /** Whether its number is used in the platform's business app as well. Such a number is neither registered nor deregistered. */
  readonly coexistence: boolean;
  readonly callback: InstanceCallback;
  readonly connection: InstanceConnection;
  readonly access: InstanceAccess;
  /** When the platform approved a display name under which the number is not registered yet; null without one. The API does not show it. */
  readonly name_approved_at: string | null;
  /** The latest connect session. */
  readonly session_id: string | null;
  readonly metadata: Metadata;
  readonly created_at: string;
  readonly updated_at: string;
}

export const noFacts: NumberFacts = {
  display_phone_number: null,
  verified_name: null,
  name_status: null,
  username: null,
  quality_rating: null,
  messaging_limit: null,
  throughput_level: null,
  platform_status: null,
  can_send_message: null,
  platform_errors: [],
  platform_notes: [],
  restricted_until: null,
  account_state: null,
  facts_at: null,
  reported_at: {},
};

export type NewInstance = Pick<Instance, 'id' | 'instance_key' | 'partner_customer_id' | 'instance_name' | 'metadata'>;

/** A new instance has a slot. */
export const newInstance = (given: NewInstance, now: Milliseconds): Instance => ({
  ...noFacts,
  ...given,
  status: 'created',
  slot_state: 'reserved',
  platform_phone_number_id: null,
  platform_waba_id: null,
  coexistence: false,
  callback: { state: 'none', verified_at: null, last_error: null },
  connection: { connected_at: null, token_expires_at: null, last_error: null },
  access: fullAccess,
  name_approved_at: null,
  session_id: null,
  created_at: isoOf(now),
  updated_at: isoOf(now),
});

/** Applies changes. `updated_at` strictly increases. */
export const revised = (instance: Instance, changes: Partial<Instance>, now: Milliseconds): Instance => ({
  ...instance,
  ...changes,
  updated_at: laterThan(instance.updated_at, now),
});

/** @throws ServiceError invalid_state */
export const statusAfter = (instance: Instance, trigger: InstanceTrigger): InstanceStatus =>
  transition('the instance', instanceTransitions, instance.status, trigger);

/** @throws ServiceError invalid_state */
export const slotAfter = (instance: Instance, trigger: SlotTrigger): SlotState => {
  if (instance.slot_state === null) return trigger === 'reserve' ? 'reserved' : 'released';
  return transition("the instance's slot", slotTransitions, instance.slot_state, trigger);
};

/** An instance as lists and events show it. */
export interface InstanceListItem {
  readonly id: string;
  readonly instance_key: string;
  readonly status: InstanceStatus;
  readonly platform_phone_number_id: string | null;
  readonly platform_waba_id: string | null;
  readonly occupies_slot: boolean;
  readonly slot_state: SlotState | null;
}

export const listItemOf = (instance: Instance): InstanceListItem => ({
  id: instance.id,
  instance_key: instance.instance_key,
  status: instance.status,
  platform_phone_number_id: instance.platform_phone_number_id,
  platform_waba_id: instance.platform_waba_id,
  occupies_slot: occupiesSlot(instance.slot_state),
  slot_state: instance.slot_state,
});

/** What the history records of an instance's connection and end. */
export interface InstanceState {
  readonly status: InstanceStatus;
  readonly slot_state: SlotState | null;
}

export const stateOf = ({ status, slot_state }: InstanceState): InstanceState => ({ status, slot_state });

const unattached: ReadonlySet<CallbackState> = new Set<CallbackState>(['none', 'removed']);

/** Whether the platform may have a callback of the instance. */
export const isAttached = (instance: Instance): boolean => !unattached.has(instance.callback.state);

export const connectedStatuses: ReadonlySet<InstanceStatus> = new Set<InstanceStatus>([
  'connected',
  'degraded',
  'reconnect_required',
]);

export const isConnected = (instance: Instance): boolean => connectedStatuses.has(instance.status);

/** Whether the platform lets the service act for the instance, as far as is known. */
export const isWell = ({ status }: Pick<Instance, 'status'>): boolean =>
  status === 'connected' || status === 'degraded';
