import * as z from 'zod/mini';
import type { NoticeKind } from '../domain/account-notices.ts';
import type { ChangeContent, InstanceContent, InstanceScope } from '../domain/platform-change.ts';
import { withoutEnd } from '../domain/instance-facts.ts';
import { isoOf, type Milliseconds } from '../kernel/time.ts';
import { idValue, optionalString, optionalTime } from './callback-values.ts';
import { allInstances, factsOf, instancesIn, numberScope } from './instance-contents.ts';

const optional = <T extends z.ZodMiniType>(schema: T) => z.catch(z.optional(z.nullable(schema)), undefined);

/**
 * A change of a business account. Every value is an open string.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/account_update
 */
const account = z.object({
  event: z.string(),
  phone_number: optionalString,
  waba_info: optional(
    z.object({
      partner_app_id: optional(idValue),
      solution_partner_business_ids: optional(z.array(z.unknown())),
    }),
  ),
  disconnection_info: optional(z.object({ reason: optionalString })),
  // https://developers.facebook.com/documentation/business-messaging/whatsapp/solution-providers/manage-webhooks
  // shows the state as an array.
  ban_info: optional(
    z.object({ waba_ban_state: z.union([z.string(), z.array(z.string())]), waba_ban_date: optionalString }),
  ),
  restriction_info: optional(z.array(z.object({ restriction_type: optionalString, expiration: optionalTime }))),
  violation_info: optional(z.object({ violation_type: optionalString })),
});
type Account = z.infer<typeof account>;

const refreshed = (scope: InstanceScope = allInstances): InstanceContent => factsOf(scope, { refresh: 'now' });

const lost = ({ event, disconnection_info: why }: Account, scope: InstanceScope, isCertain: boolean): InstanceContent =>
  instancesIn(scope, { kind: 'lost', event, reason: why?.reason ?? null, isCertain });

/** With several partners, the partner that was removed may be another one. */
const hasPartners = ({ waba_info: info }: Account): boolean => (info?.solution_partner_business_ids ?? []).length > 1;

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/embedded-signup/onboarding-business-app-users */
const partnerRemoved = (given: Account): InstanceContent => {
  if (typeof given.phone_number === 'string') return lost(given, numberScope(given.phone_number), true);
  // A number of the business app was disconnected, and the callback does not say which.
  if (given.disconnection_info) return lost(given, { kind: 'coexistence' }, false);
  return lost(given, allInstances, !hasPartners(given));
};

/** Every app of the portfolio causes such callbacks. @param appId the app of the stage; null without one */
const appOf = (given: Account, appId: string | null): 'ours' | 'another' | 'unknown' => {
  const named = given.waba_info?.partner_app_id ?? null;
  if (named === null || appId === null) return 'unknown';
  return named === appId ? 'ours' : 'another';
};

const uninstalled = (given: Account, appId: string | null): InstanceContent | null => {
  const app = appOf(given, appId);
  return app === 'another' ? null : lost(given, allInstances, app === 'ours');
};

const installed = (given: Account, appId: string | null): InstanceContent | null =>
  appOf(given, appId) === 'ours' ? instancesIn(allInstances, { kind: 'returned', facts: {} }) : null;

const banned = ({ ban_info: ban }: Account): InstanceContent => {
  const state = [ban?.waba_ban_state ?? []].flat().at(-1) ?? '';
  if (state === 'REINSTATE') return factsOf(allInstances, { facts: { platform_status: '' }, refresh: 'now' });
  if (state !== 'DISABLE' && state !== 'SCHEDULE_FOR_DISABLE') return refreshed();
  const notice = { kind: state, detail: ban?.waba_ban_date ?? null } as const;
  return factsOf(allInstances, { facts: { platform_status: state }, notice, refresh: 'soon' });
};

/** The restrictions that limit an instance. The others are of adding numbers, of calls, and of single kinds of templates. */
const limiting: ReadonlySet<string | null | undefined> = new Set([
  'RESTRICTED_BIZ_INITIATED_MESSAGING',
  'RESTRICTED_CUSTOMER_INITIATED_MESSAGING',
]);

/** When the last of the restrictions ends; Infinity when one of them has no end, and -Infinity without any. */
const endOf = (ends: readonly (Milliseconds | undefined)[]): Milliseconds =>
  Math.max(...ends.map((end) => end ?? Infinity));

const endText = (end: Milliseconds): string => (end < Date.parse(withoutEnd) ? isoOf(end) : withoutEnd);

/** Restrictions that limit no instance, or that ended before their callback came. */
const restrictedOtherwise = (restrictions: NonNullable<Account['restriction_info']>): InstanceContent => {
  const words = restrictions.map(({ restriction_type: type, expiration }) =>
    [type ?? 'UNKNOWN', ...(expiration === undefined ? [] : [`until ${endText(expiration)}`])].join(' '),
  );
  return factsOf(allInstances, { notice: { kind: 'OTHER_RESTRICTION', detail: words.join(', ') }, refresh: 'now' });
};

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/direct-send/integrity-and-content-guidelines */
const isLift = (violation: string): boolean => /_(UNBAN|RATE_LIMIT_RECOVERY)$/.test(violation);
const isWarning = (violation: string): boolean => /_WARN$/.test(violation) || violation === 'TEMPLATE_ABUSE';

/** Without a restriction it is a warning, or it lifts earlier restrictions. */
const withoutRestriction = ({ violation_info: violation }: Account): InstanceContent => {
  const type = violation?.violation_type ?? '';
  if (isLift(type)) return factsOf(allInstances, { facts: { restricted_until: '' }, refresh: 'now' });
  return isWarning(type)
    ? factsOf(allInstances, { notice: { kind: 'ACCOUNT_WARNING', detail: type }, refresh: 'now' })
    : refreshed();
};

const restricted = (given: Account, now: Milliseconds): InstanceContent => {
  const restrictions = given.restriction_info ?? [];
  if (restrictions.length === 0) return withoutRestriction(given);
  const messaging = restrictions.filter(({ restriction_type: type }) => limiting.has(type));
  const end = endOf(messaging.map(({ expiration }) => expiration));
  if (end <= now) return restrictedOtherwise(restrictions);
  const until = endText(end);
  return factsOf(allInstances, {
    facts: { can_send_message: 'LIMITED', restricted_until: until },
    notice: { kind: 'ACCOUNT_RESTRICTION', detail: until === withoutEnd ? null : until },
    refresh: 'soon',
  });
};

const violated = ({ phone_number: number, violation_info: violation }: Account): InstanceContent => {
  const kind: NoticeKind = 'ACCOUNT_VIOLATION';
  return factsOf(numberScope(number), { notice: { kind, detail: violation?.violation_type ?? null }, refresh: 'now' });
};

/**
 * @param appId the app of the stage at the platform; null without one
 * @returns null when the service does not act on the event @throws ZodError
 */
export const readAccount = (value: unknown, now: Milliseconds, appId: string | null): ChangeContent | null => {
  const given = account.parse(value);
  switch (given.event) {
    case 'PARTNER_REMOVED':
      return partnerRemoved(given);
    case 'PHONE_NUMBER_REMOVED':
      return typeof given.phone_number === 'string' ? lost(given, numberScope(given.phone_number), true) : refreshed();
    case 'PARTNER_APP_UNINSTALLED':
      return uninstalled(given, appId);
    case 'PARTNER_APP_INSTALLED':
      return installed(given, appId);
    case 'ACCOUNT_DELETED':
      return lost(given, allInstances, true);
    // https://developers.facebook.com/documentation/business-messaging/whatsapp/embedded-signup/reconnect-offboarded-coexistence-clients
    case 'ACCOUNT_OFFBOARDED':
      return factsOf({ kind: 'coexistence' }, { facts: { account_state: 'OFFBOARDED' }, refresh: 'soon' });
    case 'ACCOUNT_RECONNECTED':
      return instancesIn(allInstances, { kind: 'returned', facts: { account_state: 'RECONNECTED' } });
    case 'DISABLED_UPDATE':
      return banned(given);
    case 'ACCOUNT_RESTRICTION':
      return restricted(given, now);
    case 'ACCOUNT_VIOLATION':
      return violated(given);
    case 'VERIFIED_ACCOUNT':
      return refreshed(numberScope(given.phone_number));
    // https://developers.facebook.com/documentation/business-messaging/whatsapp/embedded-signup/website-optional
    case 'PARTNER_CLIENT_CERTIFICATION_NEEDED':
      return { about: 'operator', event: given.event };
    default:
      return null;
  }
};
