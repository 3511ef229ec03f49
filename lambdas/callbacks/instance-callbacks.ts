import * as z from 'zod/mini';
import type { InstanceContent, InstanceScope } from '../domain/platform-change.ts';
import { idValue, optionalString } from './callback-values.ts';
import { allInstances, factsOf, instancesIn, numberScope } from './instance-contents.ts';

/**
 * The callbacks about numbers and portfolios. Each of their values is an open string.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference
 */
const limit = z.catch(z.optional(z.union([z.string(), z.number()])), undefined);

const quality = z.object({
  display_phone_number: z.string(),
  event: optionalString,
  current_limit: limit,
  max_daily_conversations_per_business: limit,
});
const name = z.object({
  display_phone_number: z.string(),
  decision: z.string(),
  requested_verified_name: optionalString,
});
const username = z.object({ display_phone_number: z.string() });
const capability = z.object({ max_daily_conversations_per_business: limit, max_daily_conversation_per_phone: limit });
const security = z.object({ display_phone_number: z.string(), event: z.string() });
const review = z.object({ decision: z.string() });
const alert = z.object({
  entity_type: optionalString,
  entity_id: z.optional(idValue),
  alert_info: z.catch(
    z.optional(z.object({ alert_type: optionalString, alert_description: optionalString })),
    undefined,
  ),
});

/** A limit is a name, or a number of conversations per day. -1 means no limit. */
const limitOf = (given: string | number): string => {
  if (typeof given === 'string') return given;
  if (given < 0) return 'TIER_UNLIMITED';
  return given % 1000 === 0 ? `TIER_${given / 1000}K` : `TIER_${given}`;
};

/** @throws ZodError */
export const readNumberQuality = (value: unknown): InstanceContent => {
  const given = quality.parse(value);
  const scope = numberScope(given.display_phone_number);
  // Its level stands in the field of the limit.
  if (given.event === 'THROUGHPUT_UPGRADE') return factsOf(scope, { refresh: 'now' });
  const limit = given.max_daily_conversations_per_business ?? given.current_limit;
  return factsOf(scope, {
    facts: {
      ...(given.event === 'FLAGGED' && { platform_status: 'FLAGGED' }),
      ...(given.event === 'UNFLAGGED' && { platform_status: 'CONNECTED' }),
      ...(limit !== undefined && { messaging_limit: limitOf(limit) }),
    },
    refresh: 'soon',
  });
};

/** The words of the decision are not those of a number's `name_status`. @throws ZodError */
export const readNumberName = (value: unknown): InstanceContent => {
  const { display_phone_number: number, decision, requested_verified_name: requested } = name.parse(value);
  if (decision !== 'APPROVED' || typeof requested !== 'string') return factsOf(numberScope(number), { refresh: 'now' });
  // https://developers.facebook.com/documentation/business-messaging/whatsapp/display-names
  return factsOf(numberScope(number), {
    facts: { verified_name: requested },
    notice: { kind: 'NAME_APPROVED', detail: null },
    refresh: 'soon',
  });
};

/** The platform is asked: a username that is reserved is not the number's yet. @throws ZodError */
export const readUsername = (value: unknown): InstanceContent =>
  factsOf(numberScope(username.parse(value).display_phone_number), { refresh: 'now' });

/** @returns null when there is no limit @throws ZodError */
export const readCapability = (value: unknown): InstanceContent | null => {
  const given = capability.parse(value);
  const limit = given.max_daily_conversations_per_business ?? given.max_daily_conversation_per_phone;
  return limit === undefined ? null : factsOf(allInstances, { facts: { messaging_limit: limitOf(limit) } });
};

/** @returns null for a request, which changes nothing yet @throws ZodError */
export const readSecurity = (value: unknown): InstanceContent | null => {
  const given = security.parse(value);
  if (given.event !== 'PIN_CHANGED') return null;
  return instancesIn(numberScope(given.display_phone_number), { kind: 'pin_changed' });
};

/** @throws ZodError */
export const readReview = (value: unknown): InstanceContent => {
  const { decision } = review.parse(value);
  const notice = { kind: 'REVIEW_REJECTED', detail: null } as const;
  return factsOf(allInstances, { refresh: 'now', ...(decision === 'REJECTED' && { notice }) });
};

const alertScope = ({ entity_type: type, entity_id: id }: z.infer<typeof alert>): InstanceScope =>
  type === 'PHONE_NUMBER' && id !== undefined ? { kind: 'number_id', id } : allInstances;

/** @throws ZodError */
export const readAlert = (value: unknown): InstanceContent => {
  const given = alert.parse(value);
  const scope = alertScope(given);
  const detail = given.alert_info?.alert_description ?? given.alert_info?.alert_type ?? null;
  // An alert about a number changes none of its facts.
  const more = scope.kind === 'all' ? ({ refresh: 'now' } as const) : {};
  return factsOf(scope, { notice: { kind: 'ACCOUNT_ALERT', detail }, ...more });
};
