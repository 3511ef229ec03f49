/** The fields of a delivery report. https://developers.facebook.com/docs/whatsapp/cloud-api/webhooks/components */
import * as z from 'zod/mini';
import { deliveryStatuses } from '@swift-worker/time-index/event.ts';
import { isInMilliseconds, isOccurredAt, mustBeTime } from '../domain/delivery/occurred-at.ts';
import { isAtMost } from '../domain/text.ts';
import { atMost, fitting, listOf, rule } from './fields.ts';

/** Code points of a text. */
const longest = { identifier: 512, title: 512, message: 2_048, details: 4_096 } as const;

const emptyAsNull = (value: string | null | undefined): string | null =>
  value === undefined || value === '' ? null : value;

/** Stored unchanged: neither trimmed nor normalised. */
export const eventIdentifier = z.pipe(
  z.optional(z.nullable(z.string().check(atMost(longest.identifier), z.meta({ maxLength: longest.identifier })))),
  z.transform(emptyAsNull),
);

const text = (most: number) =>
  z.pipe(
    z.optional(z.nullable(z.string().check(fitting(most), z.trim(), atMost(most), z.meta({ maxLength: most })))),
    z.transform(emptyAsNull),
  );

const hash = z.pipe(
  eventIdentifier,
  z.nullable(
    z.string().check(
      rule('format', 'must have exactly 64 hexadecimal characters', (value) => /^[0-9a-fA-F]{64}$/.test(value)),
      z.meta({ pattern: '^[0-9a-fA-F]{64}$' }),
    ),
  ),
);

const isCode = (value: unknown): value is number | string | null =>
  value === null || typeof value === 'string' || Number.isSafeInteger(value);

const errorCode = z.pipe(
  z.optional(
    z
      .custom<number | string | null>(isCode, {
        error: 'must be an integer, a string or null',
        params: { rule: 'type' },
      })
      .check(
        rule(
          'maximum',
          `must have at most ${longest.identifier} characters`,
          (value) => typeof value !== 'string' || isAtMost(value, longest.identifier),
          { schema: { maxLength: longest.identifier } },
        ),
        z.meta({ type: ['integer', 'string', 'null'] }),
      ),
  ),
  z.transform((value: number | string | null | undefined) => (value === undefined || value === '' ? null : value)),
);

const isTime = (value: unknown): value is number | string | null =>
  value === null || typeof value === 'string' || typeof value === 'number';

/** `occurredAt` of the domain compares the time with the current time. */
const occurredAt = z.optional(
  z.custom<number | string | null>(isTime, { error: mustBeTime, params: { rule: 'format' } }).check(
    rule(
      'milliseconds',
      'must be in Unix seconds, not in milliseconds',
      (value) => value === null || !isInMilliseconds(value),
      { schema: { minimum: 0, exclusiveMaximum: 100_000_000_000 } },
    ),
    rule('format', mustBeTime, (value) => value === null || isInMilliseconds(value) || isOccurredAt(value), {
      schema: {
        anyOf: [
          { type: 'string', format: 'date-time' },
          { type: 'string', pattern: String.raw`^0{0,4}[0-9]{1,11}(?:\.[0-9]+)?$` },
          { type: ['number', 'null'] },
        ],
      },
    }),
    z.meta({ type: ['string', 'number', 'null'] }),
  ),
);

const fieldsOfError = {
  code: errorCode,
  title: text(longest.title),
  message: text(longest.message),
  error_data: z.optional(z.nullable(z.object({ details: text(longest.details) }))),
};

/** The recipient's number, and what the platform charges. */
const notKept = z.optional(z.unknown());

/**
 * The names of the platform's own status object.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages/status
 */
const platformFields = {
  id: eventIdentifier,
  timestamp: occurredAt,
  errors: z.optional(z.nullable(listOf(z.object(fieldsOfError), 0, 10))),
  recipient_id: notKept,
  pricing: notKept,
  conversation: notKept,
};

export const reportFields = {
  phone_number_id: z.string().check(
    rule('minimum', 'must have at least 1 character', (value) => value !== ''),
    atMost(longest.identifier),
    z.meta({ minLength: 1, maxLength: longest.identifier }),
  ),
  status: z.enum(deliveryStatuses),
  message_id: eventIdentifier,
  client_message_id: eventIdentifier,
  request_id: eventIdentifier,
  template_id: eventIdentifier,
  template_name: text(longest.identifier),
  campaign_id: eventIdentifier,
  recipient_hash: hash,
  recipient_user_id: eventIdentifier,
  user_id: eventIdentifier,
  recipient: eventIdentifier,
  error_code: errorCode,
  error_title: text(longest.title),
  error_message: text(longest.message),
  error_details: text(longest.details),
  occurred_at: occurredAt,
  ...platformFields,
};

type Report = Partial<Record<keyof typeof reportFields, unknown>>;

/** Without the id, a status of the platform would be counted as a message of its own. */
export const hasIdOfMessage = rule<Report>(
  'status_id',
  'must be given in a status object of the platform without message_id, client_message_id and request_id',
  ({ id, message_id, client_message_id, request_id, timestamp, errors, recipient_id, pricing, conversation }) =>
    [id, message_id, client_message_id, request_id].some((value) => value != null) ||
    [timestamp, errors, recipient_id, pricing, conversation].every((value) => value == null),
  { field: 'id' },
);
