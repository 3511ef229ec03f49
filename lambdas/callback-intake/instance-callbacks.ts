import * as z from 'zod/mini';
import type { ReportedFacts } from '../domain/instance-facts.ts';
import { digitsOf, type AccountAlarm, type InstanceUpdate, type InstanceContent } from '../domain/platform-change.ts';
import { optionalString } from './callback-values.ts';

/**
 * The callbacks about numbers and business accounts. Each of their values is an open string.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference
 */
const quality = z.object({
  display_phone_number: z.string(),
  event: optionalString,
  current_limit: optionalString,
  max_daily_conversations_per_business: optionalString,
});
const name = z.object({
  display_phone_number: z.string(),
  decision: z.string(),
  requested_verified_name: optionalString,
});

const limit = z.catch(z.optional(z.union([z.string(), z.number()])), undefined);
const capability = z.object({ max_daily_conversations_per_business: limit, max_daily_conversation_per_phone: limit });

const banState = z.union([z.string(), z.array(z.string())]);
const account = z.object({
  event: z.string(),
  ban_info: z.catch(z.optional(z.object({ waba_ban_state: banState })), undefined),
  restriction_info: z.catch(z.optional(z.array(z.object({ restriction_type: optionalString }))), undefined),
});
type Account = z.infer<typeof account>;

const facts = (of: ReportedFacts, alarm: AccountAlarm | null = null): InstanceUpdate => ({
  kind: 'facts',
  facts: of,
  alarm,
  needsRefresh: false,
});
const needingRefresh = (of: ReportedFacts = {}): InstanceUpdate => ({
  kind: 'facts',
  facts: of,
  alarm: null,
  needsRefresh: true,
});

const ofNumber = (displayed: string, update: InstanceUpdate): InstanceContent => ({
  about: 'instances',
  number: digitsOf(displayed),
  update,
});
const ofAll = (update: InstanceUpdate): InstanceContent => ({ about: 'instances', number: null, update });

/** @throws ZodError */
export const readNumberQuality = (value: unknown): InstanceContent => {
  const given = quality.parse(value);
  const limit = given.max_daily_conversations_per_business ?? given.current_limit ?? undefined;
  return ofNumber(
    given.display_phone_number,
    facts({
      ...(given.event === 'FLAGGED' && { platform_status: 'FLAGGED' }),
      ...(given.event === 'UNFLAGGED' && { platform_status: 'CONNECTED' }),
      // A change of throughput has its level in the field of the limit.
      ...(limit !== undefined && given.event !== 'THROUGHPUT_UPGRADE' && { messaging_limit: limit }),
    }),
  );
};

/** @throws ZodError */
export const readNumberName = (value: unknown): InstanceContent => {
  const given = name.parse(value);
  const approved = given.decision === 'APPROVED' ? (given.requested_verified_name ?? undefined) : undefined;
  return ofNumber(
    given.display_phone_number,
    facts({ name_status: given.decision, ...(approved !== undefined && { verified_name: approved }) }),
  );
};

/** A limit is a name, or a number of conversations per day. -1 means no limit. */
const limitOf = (given: string | number): string => {
  if (typeof given === 'string') return given;
  if (given < 0) return 'TIER_UNLIMITED';
  return given % 1000 === 0 ? `TIER_${given / 1000}K` : `TIER_${given}`;
};

/** @returns null when there is no limit @throws ZodError */
export const readCapability = (value: unknown): InstanceContent | null => {
  const given = capability.parse(value);
  const told = given.max_daily_conversations_per_business ?? given.max_daily_conversation_per_phone;
  return told === undefined ? null : ofAll(facts({ messaging_limit: limitOf(told) }));
};

/** Whether the restrictions prevent the instances from sending. */
const limitsSending = ({ restriction_info: restrictions = [] }: Account): boolean =>
  restrictions.length === 0 ||
  restrictions.some(({ restriction_type: type }) => type !== 'RESTRICTED_ADD_PHONE_NUMBER_ACTION');

const banNews = ({ ban_info }: Account): InstanceUpdate => {
  const state = [ban_info?.waba_ban_state ?? []].flat().at(-1) ?? '';
  switch (state) {
    case 'DISABLE':
    case 'SCHEDULE_FOR_DISABLE':
      return facts({ platform_status: state }, state);
    case 'REINSTATE':
      // The platform has to be asked for the status of the numbers.
      return needingRefresh({ platform_status: 'UNKNOWN' });
    default:
      return needingRefresh();
  }
};

/** @returns null when the service does not act on the event @throws ZodError */
export const readAccount = (value: unknown): InstanceContent | null => {
  const given = account.parse(value);
  switch (given.event) {
    case 'PARTNER_REMOVED':
    case 'PARTNER_APP_UNINSTALLED':
    case 'ACCOUNT_OFFBOARDED':
    case 'ACCOUNT_DELETED':
      return ofAll({ kind: 'lost', event: given.event });
    case 'DISABLED_UPDATE':
      return ofAll(banNews(given));
    case 'ACCOUNT_RESTRICTION':
      return ofAll(
        limitsSending(given) ? facts({ can_send_message: 'LIMITED' }, 'ACCOUNT_RESTRICTION') : needingRefresh(),
      );
    case 'ACCOUNT_VIOLATION':
      return ofAll(needingRefresh());
    default:
      return null;
  }
};

/** After an alert the platform is asked for the facts. */
export const readAlert = (): InstanceContent => ofAll(needingRefresh());
