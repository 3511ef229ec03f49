import type { Customer } from './customer.ts';
import type { InstanceListItem } from './instance.ts';
import type { InstanceEvent } from './instance-event.ts';
import type { SessionEvent } from './session-event.ts';
import type { TemplateEvent } from './template-event.ts';

export const apiVersion = '1.1.0';

interface CustomerUpdated {
  readonly type: 'service.partner.customer.updated';
  readonly data: {
    readonly customer: Customer;
    readonly previous: Readonly<Record<string, unknown>>;
    readonly changed_fields: readonly string[];
    readonly reason: string | null;
  };
}

interface CustomerMerged {
  readonly type: 'service.partner.customer.merged';
  readonly data: {
    readonly source_customer: Customer;
    readonly target_customer: Customer;
    readonly moved_instances: number;
    readonly reason: string | null;
  };
}

interface InstanceMoved {
  readonly type: 'service.partner.instance.moved';
  readonly data: {
    readonly instance: InstanceListItem;
    readonly from_customer_id: string;
    readonly to_customer_id: string;
    readonly reason: string | null;
  };
}

/** Erasure events contain ids only. */
export interface ErasureEvent {
  readonly type:
    | 'service.partner.customer.erasure_started'
    | 'service.partner.customer.erased'
    | 'service.partner.customer.erasure_failed';
  readonly data: { readonly customer_id: string; readonly erasure_id: string };
}

/** An event that every partner gets. */
export type CustomerEvent = CustomerUpdated | CustomerMerged | InstanceMoved | ErasureEvent;

/** An event that only a partner gets who subscribes to its type. */
export type OptionalEvent = InstanceEvent | SessionEvent | TemplateEvent;

export type EventContent = CustomerEvent | OptionalEvent;

/** The types of events that every partner gets. */
export const customerEventTypes = [
  'service.partner.customer.updated',
  'service.partner.customer.merged',
  'service.partner.instance.moved',
  'service.partner.customer.erasure_started',
  'service.partner.customer.erased',
  'service.partner.customer.erasure_failed',
] as const satisfies readonly CustomerEvent['type'][];

/** The types that a partner subscribes to; none by default. */
export const optionalEventTypes = [
  'service.partner.instance.connected',
  'service.partner.instance.reconnect_required',
  'service.partner.instance.updated',
  'service.partner.instance.deactivated',
  'service.partner.connect_session.ended',
  'service.partner.template.updated',
] as const satisfies readonly OptionalEvent['type'][];
export type OptionalEventType = (typeof optionalEventTypes)[number];

export const eventTypes = [...customerEventTypes, ...optionalEventTypes] as const;

/** The type of a callback of the platform that is sent on. It is in no sequence. */
export const callbackType = 'service.platform.callback';

/** The types of what the list of events shows. */
export const listedTypes = [...eventTypes, callbackType] as const;

/** Whether events of a type are of a business account, and of no customer. */
export const isOfAccount = (type: string): boolean => type === 'service.partner.template.updated';

/** Whose sequence an event is in, and the line that it is about. All are null for an event of a business account. */
export interface EventSubject {
  readonly customer_id: string | null;
  readonly external_customer_id: string | null;
  readonly instance_id: string | null;
}

export const noSubject: EventSubject = { customer_id: null, external_customer_id: null, instance_id: null };

/**
 * A committed event. It waits until the earlier events of its customer, or of its business account, by `sequence`, are delivered or
 * given up.
 */
export type PartnerEvent = EventContent & {
  readonly id: string;
  readonly timestamp: string;
  readonly partner_id: string;
  readonly sequence: number;
  readonly external_customer_id: string | null;
};

/** The fields of an event in the request body. */
export type EventEnvelope = Pick<PartnerEvent, 'id' | 'timestamp' | 'partner_id' | 'sequence'> & {
  /** Null when an earlier version stored the event. */
  readonly subject: EventSubject | null;
  readonly type: string;
  readonly data: unknown;
};

/** The request body. Every attempt sends the same bytes. */
export const eventBody = (event: EventEnvelope, environment: string): string =>
  JSON.stringify({
    id: event.id,
    type: event.type,
    api_version: apiVersion,
    timestamp: event.timestamp,
    partner_id: event.partner_id,
    environment,
    sequence: event.sequence,
    ...(event.subject !== null && { subject: event.subject }),
    data: event.data,
  });
