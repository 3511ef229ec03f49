/** The events that the service sends to the partner's endpoint. */
import { changeFields, id, nullableText, object, type EventKind } from './event-kind.ts';
import { isErasureEvent } from '../../lambdas/domain/erasure.ts';
import { callbackType, isOfAccount, noSubject, type EventSubject } from '../../lambdas/domain/event.ts';
import { numberFields } from '../../lambdas/domain/webhook/relayed-fields.ts';
import type { JsonSchema } from './json-schema.ts';
import { optionalEventKinds } from './optional-events.ts';
import { schemaRef } from './names.ts';
import {
  customer,
  customerId,
  instanceId,
  instanceListItem,
  otherCustomer,
  otherCustomerId,
  partnerId,
} from '../../lambdas/api/scenes/records.ts';

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages/text */
const incomingMessage = {
  object: 'whatsapp_business_account',
  entry: [
    {
      id: instanceListItem.platform_waba_id,
      changes: [
        {
          field: 'messages',
          value: {
            messaging_product: 'whatsapp',
            metadata: {
              display_phone_number: '15550001111',
              phone_number_id: instanceListItem.platform_phone_number_id,
            },
            contacts: [{ profile: { name: 'Sam' }, user_id: 'BR.13491208655302741918' }],
            messages: [
              {
                from_user_id: 'BR.13491208655302741918',
                id: 'wamid.HBgLMTU1NTAwMDk4NzYVAgASGBQzQTdC',
                timestamp: '1772357400',
                type: 'text',
                text: { body: 'Is the table for two still free?' },
              },
            ],
          },
        },
      ],
    },
  ],
};

const idOnly = {
  data: object({ customer_id: id, erasure_id: id }),
  example: { customer_id: customerId, erasure_id: '01980000-0000-7000-8000-000000000061' },
};

export const eventKinds: Readonly<Record<string, EventKind>> = {
  'service.ping': {
    summary: 'Sent when an endpoint is validated. It must be answered with 2xx.',
    data: object({}),
    example: {},
  },
  'service.partner.customer.updated': {
    summary: "A customer's contact data changed.",
    data: object({
      customer: schemaRef('Customer'),
      ...changeFields,
    }),
    example: { customer, previous: { customer_phone: null }, changed_fields: ['customer_phone'], reason: 'Called in' },
  },
  'service.partner.customer.merged': {
    summary: 'A customer was merged into another customer, which now has its instances.',
    data: object({
      source_customer: schemaRef('Customer'),
      target_customer: schemaRef('Customer'),
      moved_instances: { type: 'integer' },
      reason: nullableText,
    }),
    example: {
      source_customer: { ...customer, status: 'merged', merged_into: otherCustomerId, instance_count: 0 },
      target_customer: { ...otherCustomer, instance_count: 2 },
      moved_instances: 1,
      reason: 'One and the same',
    },
  },
  'service.partner.instance.moved': {
    summary: 'An instance was moved to another customer.',
    data: object({
      instance: schemaRef('InstanceListItem'),
      from_customer_id: id,
      to_customer_id: id,
      reason: nullableText,
    }),
    example: {
      instance: instanceListItem,
      from_customer_id: customerId,
      to_customer_id: otherCustomerId,
      reason: 'Sold',
    },
  },
  'service.partner.customer.erasure_started': { summary: "The erasure of a customer's data began.", ...idOnly },
  'service.partner.customer.erased': { summary: "Every copy of a customer's personal data was erased.", ...idOnly },
  'service.partner.customer.erasure_failed': {
    summary: 'The erasure failed. The operator can start it again.',
    ...idOnly,
  },
  ...optionalEventKinds,
  'service.platform.callback': {
    summary:
      'A callback of the platform about a line, for a partner whose callbacks the service sends on. It is in no sequence.',
    data: object({
      field: { type: 'string', enum: [...numberFields], description: "The platform's name of the change." },
      callback: {
        type: 'object',
        additionalProperties: true,
        description: 'The change as the platform sent it, in its object and entry.',
      },
    }),
    example: { field: 'messages', callback: incomingMessage },
  },
};

/** Whether events of a type are outside every sequence. */
const isAlone = (type: string): boolean => isPing(type) || type === callbackType;

/** `service.partner.customer.updated` → `PartnerCustomerUpdatedEvent` */
const schemaName = (type: string): string =>
  `${type
    .split(/[._]/)
    .slice(1)
    .map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`)
    .join('')}Event`;

const sequence: JsonSchema = {
  type: 'integer',
  description:
    'Rises by one with each event of the same customer, or, for events of templates, of the same business account. They are sent in this order.',
};

const subjectField = (description: string): JsonSchema => ({ ...nullableText, description });

const subject: JsonSchema = {
  ...object({
    customer_id: subjectField('The customer.'),
    external_customer_id: subjectField('Its id at the partner; null in events of an erasure.'),
    instance_id: subjectField('The line that the event is about, if it is about one.'),
  }),
  description: 'Whose `sequence` it is. All are null for events of templates, which are of a business account.',
};

/** A ping is not an event of a customer, and has no sequence. */
const isPing = (type: string): boolean => type === 'service.ping';

const test: JsonSchema = {
  type: 'boolean',
  const: true,
  description: 'Only in a test event, whose data is made up. Its `sequence` is that of no customer.',
};

const withTest = (schema: JsonSchema): JsonSchema => ({ ...schema, properties: { ...schema.properties, test } });

const envelope = (type: string, data: JsonSchema): JsonSchema =>
  withTest(
    object({
      id: { ...id, description: 'Id of the event, the same in every attempt. It identifies repetitions.' },
      type: { type: 'string', const: type },
      api_version: { type: 'string', const: '1.1.0' },
      timestamp: { type: 'string', format: 'date-time', description: 'The time of the change.' },
      partner_id: id,
      environment: { type: 'string', enum: ['local', 'staging', 'production'] },
      ...(isAlone(type) ? {} : { sequence }),
      ...(isPing(type) ? {} : { subject }),
      data,
    }),
  );

export const eventSchemas = (): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(Object.entries(eventKinds).map(([type, { data }]) => [schemaName(type), envelope(type, data)]));

/** The subject of an example. */
const subjectOf = (type: string, data: unknown): EventSubject => {
  if (isOfAccount(type)) return noSubject;
  return {
    customer_id: customerId,
    external_customer_id: isErasureEvent(type) ? null : customer.external_customer_id,
    instance_id: type === callbackType || JSON.stringify(data).includes(instanceId) ? instanceId : null,
  };
};

const header = (name: string, description: string, example: string, required = true): object => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string' },
  example,
});

const signed = [
  header('webhook-id', "The event's `id`.", '01980000-0000-7000-8000-000000000081'),
  header('webhook-timestamp', 'The time of this attempt, in Unix seconds.', '1772357400'),
  header(
    'webhook-signature',
    '`v1,` and the base64 of HMAC-SHA256 over `id.timestamp.body`, keyed with the bytes of the secret (Standard Webhooks 1.0.0). ' +
      'During a rotation of the secret there are two, separated by a space.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
  header(
    'x-hub-signature-256',
    '`sha256=` and the hexadecimal HMAC-SHA256 over the body, keyed with the whole `whsec_…` text.',
    'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
  ),
  header(
    'x-request-id',
    'The `x-request-id` of the call that caused the event, the same on every attempt; absent when no call did. It is not ' +
      'signed: note it for questions to the operator, and decide nothing by it.',
    '01980000-0000-7000-8000-000000000001',
    false,
  ),
];

const answers = {
  '2XX': { description: 'Received. Anything else is a failed attempt, and the event is sent again.' },
  '410': { description: 'The endpoint no longer exists: the service disables it.' },
};

/** The `webhooks` of the description, by kind. */
export const webhooks = (): Readonly<Record<string, object>> =>
  Object.fromEntries(
    Object.entries(eventKinds).map(([type, { summary, example, isOptional }]) => {
      const body = {
        id: '01980000-0000-7000-8000-000000000081',
        type,
        api_version: '1.1.0',
        timestamp: '2026-03-01T09:30:00.000Z',
        partner_id: partnerId,
        environment: 'staging',
        ...(isAlone(type) ? {} : { sequence: 1 }),
        ...(isPing(type) ? {} : { subject: subjectOf(type, example) }),
        data: example,
      };
      const operation = {
        operationId: schemaName(type),
        tags: ['Events'],
        summary: isOptional === true ? `${summary} Sent only to a partner that subscribes to the type.` : summary,
        security: [],
        parameters: signed,
        requestBody: {
          required: true,
          content: {
            'application/json': { schema: schemaRef(schemaName(type)), examples: { event: { value: body } } },
          },
        },
        responses: answers,
      };
      return [type, { post: operation }];
    }),
  );
