import type { Caller } from './access.ts';

export const historyOrigins = ['api', 'portal', 'operator', 'system'] as const;
type HistoryOrigin = (typeof historyOrigins)[number];

export const historyEvents = [
  'customer_created',
  'customer_updated',
  'customer_deactivated',
  'customer_reactivated',
  'customer_merged',
  'instance_created',
  'instance_connected',
  'instance_reconnect_required',
  'instance_updated',
  'instance_moved',
  'instance_label_changed',
  'instance_deactivated',
  'instance_deactivation_failed',
  'connect_session_ended',
  'template_updated',
  'platform_token_revealed',
  'customer_erasure_started',
  'customer_erased',
  'customer_erasure_failed',
] as const;
export type HistoryEvent = (typeof historyEvents)[number];

/** Events that change nothing. */
export type Sight = 'platform_token_revealed';

export const actorTypes = ['partner_key', 'member', 'operator', 'service'] as const;

export interface Actor {
  readonly type: (typeof actorTypes)[number];
  readonly id: string;
}

/** Who caused a change, and through which interface. */
export interface Cause {
  readonly origin: HistoryOrigin;
  readonly actor: Actor;
  /** The `x-request-id` of the call. */
  readonly requestId: string;
}

export interface HistoryRelated {
  readonly source_customer_id?: string;
  readonly target_customer_id?: string;
  readonly instance_id?: string;
}

/** One entry of a customer's change history, as the API shows it. */
export interface HistoryEntry {
  readonly id: string;
  readonly event: HistoryEvent;
  readonly origin: HistoryOrigin;
  readonly actor: Actor;
  readonly changed_fields: readonly string[];
  readonly previous: Readonly<Record<string, unknown>>;
  readonly new: Readonly<Record<string, unknown>>;
  readonly reason: string | null;
  readonly related: HistoryRelated;
  readonly request_id: string;
  readonly created_at: string;
}

/** What an entry holds that is in no history: a callback of the platform that is sent on. */
export const callbackEntry = 'platform_callback';

/** An entry as it is stored. */
export interface RecordedEntry extends Omit<HistoryEntry, 'event'> {
  readonly event: HistoryEvent | typeof callbackEntry;
}

/** The entry of a history. @throws Error when it is in none */
export const ofHistory = ({ event, ...entry }: RecordedEntry): HistoryEntry => {
  if (event === callbackEntry) throw new Error('the entry is in no history');
  return { ...entry, event };
};

/** Values before and after a change, under the same names. */
export interface Change {
  readonly previous: Readonly<Record<string, unknown>>;
  readonly next: Readonly<Record<string, unknown>>;
}

/** An event with its change; a sight has none. */
export type Happening =
  | { readonly event: Exclude<HistoryEvent, Sight>; readonly change: Change }
  | { readonly event: Sight; readonly change: null };

/** The values that differ. */
export const changeBetween = (before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>) => {
  const names = Object.keys(after).filter((name) => before[name] !== after[name]);
  const pick = (from: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(names.map((name) => [name, from[name] ?? null]));
  return { previous: pick(before), next: pick(after) } satisfies Change;
};

/** The change of a creation: every previous value is null. */
export const creationOf = (values: Readonly<Record<string, unknown>>): Change => ({
  previous: Object.fromEntries(Object.keys(values).map((name) => [name, null])),
  next: values,
});

/** A change that the service itself made, or found at the platform. @param id of the service's part */
export const serviceCause = (id: string, requestId: string): Cause => ({
  origin: 'system',
  actor: { type: 'service', id },
  requestId,
});

export const causeOf = (caller: Caller, requestId: string): Cause => {
  switch (caller.kind) {
    case 'key':
      return { origin: 'api', actor: { type: 'partner_key', id: caller.keyId }, requestId };
    case 'member':
      return { origin: 'portal', actor: { type: 'member', id: caller.memberId }, requestId };
  }
};
