import type { Caller } from './access.ts';

export const historyOrigins = ['api', 'portal', 'operator', 'system'] as const;
export type HistoryOrigin = (typeof historyOrigins)[number];

export const historyEvents = [
  'customer_created',
  'customer_updated',
  'customer_deactivated',
  'customer_reactivated',
  'customer_merged',
  'instance_created',
  'instance_connected',
  'instance_moved',
  'instance_deactivated',
  'platform_token_revealed',
  'customer_erasure_started',
  'customer_erased',
  'customer_erasure_failed',
] as const;
export type HistoryEvent = (typeof historyEvents)[number];

export interface Actor {
  readonly type: 'partner_key' | 'member' | 'operator' | 'service';
  readonly id: string;
}

/** Who caused a change and by which way it came. */
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

/** One entry of a customer's change history, as the interface shows it. */
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

export const causeOf = (caller: Caller, requestId: string): Cause => {
  switch (caller.kind) {
    case 'key':
      return { origin: 'api', actor: { type: 'partner_key', id: caller.keyId }, requestId };
    case 'member':
      return { origin: 'portal', actor: { type: 'member', id: caller.memberId }, requestId };
  }
};
