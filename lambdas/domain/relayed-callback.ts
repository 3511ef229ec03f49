import { derivedId } from '../kernel/derived-id.ts';
import { day, hour, isoOf, type Milliseconds } from '../kernel/time.ts';
import { callbackOwnerId, eventIdOf } from './event-id.ts';
import { apiVersion, callbackType } from './event.ts';
import type { NumberField } from './webhook/relayed-fields.ts';

/** A change of a number, on its way from the platform to the endpoint of the number's partner. */
export interface RelayedCallback {
  readonly phoneNumberId: string;
  readonly field: NumberField;
  /** When the platform noted it, or else the hour in which it came. */
  readonly at: Milliseconds;
  /** JSON: the change as the platform sent it, in its object and entry. */
  readonly callback: string;
}

/** The line of a number. */
export interface CallbackSubject {
  readonly customer_id: string;
  readonly external_customer_id: string;
  readonly instance_id: string;
}

/** What is sent on. */
export interface CallbackContent {
  readonly field: string;
  readonly callback: string;
  readonly subject: CallbackSubject;
}

/** The platform repeats a callback for 7 days: https://developers.facebook.com/docs/graph-api/webhooks/getting-started */
export const mostRepeated: Milliseconds = 7 * day;

/** A callback that waits is tried for a day, and kept for 7 further days. */
export const triedLifetime: Milliseconds = day;
export const contentLifetime: Milliseconds = triedLifetime + 7 * day;

/**
 * When a callback was made, as an event's time: an id far from now would not be found. Without a time, it is the hour of arrival, so that a
 * repetition soon after has the same id.
 */
export const callbackTime = (said: Milliseconds | null, now: Milliseconds): Milliseconds =>
  said === null ? now - (now % hour) : Math.min(now, Math.max(said, now - mostRepeated));

/** The event's id: the same however often the platform sends the callback. */
const callbackEventId = ({ phoneNumberId, at, callback }: RelayedCallback): string => {
  const id = derivedId(at, `${phoneNumberId} ${callback}`);
  return eventIdOf(id, callbackOwnerId(id));
};

interface Envelope {
  readonly id: string;
  readonly timestamp: string;
  readonly partner_id: string;
}

/** The request body. The callback is put into it as it is, with all digits of its numbers. */
export const callbackBody = (
  { id, timestamp, partner_id }: Envelope,
  { subject, field, callback }: CallbackContent,
  environment: string,
): string => {
  const envelope = { id, type: callbackType, api_version: apiVersion, timestamp, partner_id, environment, subject };
  return `${JSON.stringify(envelope).slice(0, -1)},"data":{"field":${JSON.stringify(field)},"callback":${callback}}}`;
};

/** The envelope of a callback. */
export const callbackEnvelope = (relayed: RelayedCallback, partnerId: string): Envelope => ({
  id: callbackEventId(relayed),
  timestamp: isoOf(relayed.at),
  partner_id: partnerId,
});
