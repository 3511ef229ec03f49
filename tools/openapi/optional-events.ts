/** The events that a partner subscribes to. */
import { instanceStatuses } from '../../lambdas/domain/states/instance-states.ts';
import { warnedBefore } from '../../lambdas/domain/token-expiry.ts';
import { slotStates } from '../../lambdas/domain/states/slot-states.ts';
import { changeFields, id, nullableText, object, type EventKind } from './event-kind.ts';
import { at, customerId, instanceListItem, later, session } from '../../lambdas/api/scenes/records.ts';
import type { JsonSchema } from './json-schema.ts';
import { schemaRef } from './names.ts';

/** `14, 7 or 1` */
const daysText = warnedBefore
  .toReversed()
  .join(', ')
  .replace(/, (\d+)$/, ' or $1');

const nullableTime = (description: string): JsonSchema => ({
  type: ['string', 'null'],
  format: 'date-time',
  description,
});
const open = (description: string): JsonSchema => ({ ...nullableText, description });

const eventInstance = object({
  id: { ...id, description: 'Id of the line.' },
  instance_key: { type: 'string', description: "The partner's own identifier of the line." },
  partner_customer_id: { ...id, description: 'The customer that has the line.' },
  status: { type: 'string', enum: [...instanceStatuses], description: 'The state of the line after the change.' },
  platform_phone_number_id: open('Id of the phone number at the platform.'),
  platform_waba_id: open('Id of the business account at the platform.'),
  occupies_slot: { type: 'boolean', description: 'Whether the line takes a slot.' },
  slot_state: {
    type: ['string', 'null'],
    enum: [...slotStates, null],
    description: 'The state of the slot of the line.',
  },
  display_phone_number: open('The phone number as the platform shows it.'),
  verified_name: open('The name that the platform shows for the number.'),
  name_status: open('How far the platform has reviewed the name.'),
  username: open('The username of the number, once the platform approved it.'),
  quality_rating: open("The platform's rating of the number's messages."),
  messaging_limit: open('How many conversations the number may begin in a day.'),
  throughput_level: open('How fast the number may send.'),
  platform_status: open('The state of the number at the platform.'),
  can_send_message: open('Whether the number can send: `AVAILABLE`, `LIMITED` or `BLOCKED`.'),
  platform_errors: {
    type: 'array',
    items: object({
      entity: { type: 'string', description: 'Whose error it is, such as `WABA`.' },
      code: { type: 'integer', description: "The platform's code." },
      description: open('What is wrong.'),
      remedy: open('What to do.'),
    }),
    description: "What hinders the number from sending, in the platform's words.",
  },
  connected_at: nullableTime('When the line was last connected.'),
  token_expires_at: nullableTime('When the platform token expires; null for never.'),
  token_expires_within_days: {
    type: ['integer', 'null'],
    description: `${daysText} from so many days before the end of the platform token on; null before.`,
  },
  last_error: {
    anyOf: [
      object({
        code: { type: 'string', description: 'The reason, for programs.' },
        message: { type: 'string', description: 'The reason, for people.' },
        at: { type: 'string', format: 'date-time', description: 'When the line broke.' },
      }),
      { type: 'null' },
    ],
    description: 'Why the line broke; null while it works.',
  },
});

const eventTemplate = object({
  template_id: { type: 'string', description: 'Id of the template at the platform.' },
  platform_waba_id: { type: 'string', description: 'The business account that has the template.' },
  name: { type: 'string', description: 'The name of the template. Templates of several languages share one.' },
  language: { type: 'string', description: 'The language of the template, as the platform writes it.' },
  category: open('The category of the template, by which the platform prices its messages.'),
  status: open("The template's status at the platform, such as `APPROVED`."),
  quality_score: open("The platform's rating of the template."),
  rejected_reason: open('Why the platform rejected the template.'),
  category_change: {
    anyOf: [
      object({
        category: { type: 'string', description: 'The category that the template is going to have.' },
        at: { type: 'string', format: 'date-time', description: 'When the category changes.' },
      }),
      { type: 'null' },
    ],
    description:
      'The category that the platform is going to give the template, and from when on; null without such a notice.',
  },
});

/** Schemas that several events share. */
export const sharedEventSchemas = { EventInstance: eventInstance, EventTemplate: eventTemplate } as const;

const ofInstance = object({ instance: schemaRef('EventInstance'), ...changeFields });

const line = {
  ...instanceListItem,
  partner_customer_id: customerId,
  display_phone_number: '+49 30 901820',
  verified_name: 'Café Aurora',
  name_status: 'APPROVED',
  username: 'cafe.aurora',
  quality_rating: 'GREEN',
  messaging_limit: 'TIER_2K',
  throughput_level: 'STANDARD',
  platform_status: 'CONNECTED',
  can_send_message: 'AVAILABLE',
  platform_errors: [],
  connected_at: at,
  token_expires_at: null,
  token_expires_within_days: null,
  last_error: null,
};
const lost = 'the platform refused the token';

const changeOf = (changes: object, previous: object, reason: string | null = null) => ({
  instance: { ...line, ...changes },
  previous,
  changed_fields: Object.keys(previous),
  reason,
});

export const optionalEventKinds: Readonly<Record<string, EventKind>> = {
  'service.partner.instance.connected': {
    summary: 'A line was connected, or works again after it had to be connected again.',
    data: ofInstance,
    example: changeOf({}, { status: 'connecting', slot_state: 'reserved', connected_at: null }),
    isOptional: true,
  },
  'service.partner.instance.reconnect_required': {
    summary: 'A line broke: the platform no longer lets the service act for it. `reason` and `last_error` say why.',
    data: ofInstance,
    example: changeOf(
      { status: 'reconnect_required', last_error: { code: 'platform_190', message: lost, at } },
      { status: 'connected' },
      lost,
    ),
    isOptional: true,
  },
  'service.partner.instance.updated': {
    summary:
      'Of a line changed: `status` between `connected` and `degraded` or to `deactivation_failed`, its quality, limits, number or name, what the platform lets it send and why, or its platform token is about to expire.',
    data: ofInstance,
    example: changeOf({ quality_rating: 'YELLOW' }, { quality_rating: 'GREEN' }),
    isOptional: true,
  },
  'service.partner.instance.deactivated': {
    summary: 'A line was deactivated: alone, with its customer, by an erasure or by the operator.',
    data: ofInstance,
    example: changeOf(
      { status: 'inactive', occupies_slot: false, slot_state: 'released' },
      { status: 'connected', occupies_slot: true, slot_state: 'occupied' },
      'Contract ended',
    ),
    isOptional: true,
  },
  'service.partner.connect_session.ended': {
    summary: 'A connect session was completed, failed, was cancelled, or expired.',
    data: object({ session: schemaRef('ConnectSession'), ...changeFields }),
    example: { session, previous: { status: 'in_progress' }, changed_fields: ['status'], reason: null },
    isOptional: true,
  },
  'service.partner.template.updated': {
    summary: 'Of a template changed: its status, category or quality, or the platform announced another category.',
    data: object({ template: schemaRef('EventTemplate'), ...changeFields }),
    example: {
      template: {
        template_id: '594425479261596',
        platform_waba_id: '102290129340398',
        name: 'order_confirmation',
        language: 'en_US',
        category: 'UTILITY',
        status: 'APPROVED',
        quality_score: 'GREEN',
        rejected_reason: null,
        category_change: { category: 'MARKETING', at: later },
      },
      previous: { category_change: null },
      changed_fields: ['category_change'],
      reason: null,
    },
    isOptional: true,
  },
};
