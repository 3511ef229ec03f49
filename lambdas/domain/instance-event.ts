import { scrubbedInstance } from './erasure.ts';
import type { Change } from './history.ts';
import {
  isConnected,
  isWell,
  listItemOf,
  type HealthError,
  type Instance,
  type InstanceError,
  type InstanceListItem,
  type InstanceState,
} from './instance.ts';

/** An instance as its events show it. */
export interface EventInstance extends InstanceListItem {
  readonly partner_customer_id: string;
  readonly display_phone_number: string | null;
  readonly verified_name: string | null;
  readonly name_status: string | null;
  readonly username: string | null;
  readonly quality_rating: string | null;
  readonly messaging_limit: string | null;
  readonly throughput_level: string | null;
  readonly platform_status: string | null;
  readonly can_send_message: string | null;
  /** What hinders sending, in the platform's words. */
  readonly platform_errors: readonly HealthError[];
  readonly connected_at: string | null;
  readonly token_expires_at: string | null;
  /** 14, 7 or 1 from so many days before the end of its platform token on; null before. */
  readonly token_expires_within_days: number | null;
  readonly last_error: InstanceError | null;
}

export type InstanceEventType =
  | 'service.partner.instance.connected'
  | 'service.partner.instance.reconnect_required'
  | 'service.partner.instance.updated'
  | 'service.partner.instance.deactivated';

export interface InstanceEvent {
  readonly type: InstanceEventType;
  readonly data: {
    readonly instance: EventInstance;
    readonly previous: Readonly<Record<string, unknown>>;
    readonly changed_fields: readonly string[];
    readonly reason: string | null;
  };
}

const eventInstanceOf = (instance: Instance): EventInstance => {
  const { token_expires_at: expiresAt, expiry_warning: warning } = instance.connection;
  return {
    ...listItemOf(instance),
    partner_customer_id: instance.partner_customer_id,
    display_phone_number: instance.display_phone_number,
    verified_name: instance.verified_name,
    name_status: instance.name_status,
    username: instance.username,
    quality_rating: instance.quality_rating,
    messaging_limit: instance.messaging_limit,
    throughput_level: instance.throughput_level,
    platform_status: instance.platform_status,
    can_send_message: instance.can_send_message,
    platform_errors: instance.platform_errors,
    connected_at: instance.connection.connected_at,
    token_expires_at: expiresAt,
    token_expires_within_days:
      warning !== undefined && warning.token_expires_at === expiresAt ? warning.days_before : null,
    last_error: instance.connection.last_error,
  };
};

/** The fields whose change alone is an event. The others change together with the status. */
const followed = [
  'status',
  'quality_rating',
  'messaging_limit',
  'throughput_level',
  'display_phone_number',
  'verified_name',
  'name_status',
  'username',
  'platform_status',
  'can_send_message',
  'platform_errors',
  'token_expires_within_days',
] as const satisfies readonly (keyof EventInstance)[];

/** The fields that a change names. `last_error` goes along with the status. */
const compared = [
  ...followed,
  'occupies_slot',
  'slot_state',
  'platform_phone_number_id',
  'platform_waba_id',
  'connected_at',
  'token_expires_at',
] as const satisfies readonly (keyof EventInstance)[];

/** A value as changes compare it: the platform may put an error in other words. */
const comparedValue = (shown: EventInstance, name: (typeof compared)[number]): unknown =>
  name === 'platform_errors'
    ? Array.from(new Set(shown.platform_errors.map(({ entity, code }) => `${entity} ${code}`)))
        .toSorted()
        .join()
    : shown[name];

const differs = (before: EventInstance, after: EventInstance) => (name: (typeof compared)[number]) =>
  comparedValue(before, name) !== comparedValue(after, name);

/** The type of the event of a change; null for a change without one, such as a step of connecting. */
export const instanceEventType = (before: Instance, after: Instance): InstanceEventType | null => {
  if (after.status === 'inactive') {
    return before.status === 'inactive' ? null : 'service.partner.instance.deactivated';
  }
  if (isWell(after) && !isWell(before)) return 'service.partner.instance.connected';
  if (after.status === 'reconnect_required' && before.status !== 'reconnect_required') {
    return 'service.partner.instance.reconnect_required';
  }
  if (!isConnected(after) && after.status !== 'deactivation_failed') return null;
  const [shownBefore, shown] = [eventInstanceOf(before), eventInstanceOf(after)];
  return followed.some(differs(shownBefore, shown)) ? 'service.partner.instance.updated' : null;
};

/** The values of an instance that a change made differ, under the names of its events. */
export const instanceChange = (before: Instance, after: Instance): Change => {
  const [shownBefore, shown] = [eventInstanceOf(before), eventInstanceOf(after)];
  const names = compared.filter(differs(shownBefore, shown));
  const pick = (from: EventInstance) => Object.fromEntries(names.map((name) => [name, from[name]]));
  return { previous: pick(shownBefore), next: pick(shown) };
};

/** The instance as it was in another state. */
export const inState = (instance: Instance, state: InstanceState): Instance => ({ ...instance, ...state });

/** The event of a change. @param isForgotten whether its customer is being erased: the event then has no personal data */
export const instanceEvent = (
  type: InstanceEventType,
  before: Instance,
  after: Instance,
  reason: string | null,
  isForgotten: boolean,
): InstanceEvent => {
  const shown = (instance: Instance): Instance => (isForgotten ? scrubbedInstance(instance) : instance);
  const { previous, next } = instanceChange(shown(before), shown(after));
  return {
    type,
    data: {
      instance: eventInstanceOf(shown(after)),
      previous,
      changed_fields: Object.keys(next),
      reason: isForgotten ? null : reason,
    },
  };
};
