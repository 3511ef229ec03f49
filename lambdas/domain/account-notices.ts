import type { Notification, NotificationKind, NotificationSeverity, OfKind } from './notification.ts';
import { isoOf, type Milliseconds } from '../kernel/time.ts';

/** What a callback tells people about a business account or about one number. */
export type NoticeKind =
  | 'ACCOUNT_RESTRICTION'
  | 'OTHER_RESTRICTION'
  | 'SCHEDULE_FOR_DISABLE'
  | 'DISABLE'
  | 'ACCOUNT_VIOLATION'
  | 'ACCOUNT_WARNING'
  | 'REVIEW_REJECTED'
  | 'ACCOUNT_ALERT'
  | 'NAME_APPROVED';

export interface AccountNotice {
  readonly kind: NoticeKind;
  /** What the platform says: a kind of violation, restrictions, a date, a description, the end of a restriction in ISO 8601; null without any. */
  readonly detail: string | null;
}

interface Text {
  readonly kind: Extract<NotificationKind, `account_${string}` | 'platform_alert' | 'display_name_approved'>;
  readonly severity: NotificationSeverity;
  readonly title: string;
  /** The title when it is about one number. */
  readonly ofNumber?: string;
  readonly body: string;
}

const restricted = 'The platform restricted a business account';

/** `{detail}` is replaced by the words of the platform, in parentheses. */
const texts: Readonly<Record<NoticeKind, Text>> = {
  ACCOUNT_RESTRICTION: {
    kind: 'account_restricted',
    severity: 'critical',
    title: restricted,
    body: 'Its instances cannot send, or only in part, until the platform lifts the restriction{detail}.',
  },
  OTHER_RESTRICTION: {
    kind: 'platform_alert',
    severity: 'warning',
    title: restricted,
    body: 'No instance of the service is limited by it now. The pages of the platform have the details{detail}.',
  },
  SCHEDULE_FOR_DISABLE: {
    kind: 'account_disabled_soon',
    severity: 'critical',
    title: restricted,
    body: 'The platform is going to disable it{detail}. Appeal on the pages of the platform.',
  },
  DISABLE: {
    kind: 'account_disabled',
    severity: 'critical',
    title: restricted,
    body: 'The platform disabled it{detail}: its instances cannot send.',
  },
  ACCOUNT_VIOLATION: {
    kind: 'account_violation',
    severity: 'warning',
    title: 'The platform reported a violation of a policy',
    body: 'Its instances go on. The platform may restrict them after further violations{detail}.',
  },
  ACCOUNT_WARNING: {
    kind: 'account_warned',
    severity: 'warning',
    title: 'The platform warned a business account',
    body: 'Nothing is restricted. The platform may restrict it if the reason continues{detail}.',
  },
  REVIEW_REJECTED: {
    kind: 'account_review_rejected',
    severity: 'warning',
    title: 'The review of a business account was refused',
    body: 'The platform did not approve the business account{detail}. Its pages say why.',
  },
  ACCOUNT_ALERT: {
    kind: 'platform_alert',
    severity: 'info',
    title: 'The platform has an alert about a business account',
    ofNumber: 'The platform has an alert about a number',
    body: 'Its pages have the details{detail}.',
  },
  NAME_APPROVED: {
    kind: 'display_name_approved',
    severity: 'info',
    title: 'A display name was approved',
    body: 'The service registers the number under it within minutes, so that recipients see the name{detail}.',
  },
};

/** A description has a few hundred characters. */
const shortened = (detail: string): string => (detail.length <= 300 ? detail : `${detail.slice(0, 299)}…`);

/** Notices whose callbacks change instances. They notify when one has changed. */
const ofChanges: ReadonlySet<NoticeKind> = new Set<NoticeKind>([
  'ACCOUNT_RESTRICTION',
  'SCHEDULE_FOR_DISABLE',
  'DISABLE',
]);
export const needsChange = ({ kind }: AccountNotice): boolean => ofChanges.has(kind);

const contentOf = (kind: Text['kind'], detail: string | null): OfKind => {
  switch (kind) {
    case 'account_restricted':
      return { kind, facts: { restricted_until: detail } };
    case 'account_disabled_soon':
    case 'account_disabled':
      return { kind, facts: { date: detail } };
    case 'account_violation':
    case 'account_warned':
      return { kind, facts: { violation: detail } };
    case 'platform_alert':
      return { kind, facts: { description: detail } };
    case 'account_review_rejected':
    case 'display_name_approved':
      return { kind, facts: {} };
  }
};

/** Notices whose details are codes of the platform. Another code is another fact. */
const coded: ReadonlySet<NoticeKind> = new Set<NoticeKind>([
  'OTHER_RESTRICTION',
  'ACCOUNT_VIOLATION',
  'ACCOUNT_WARNING',
]);

/** One notification for a business account, or a number, and hour. */
export const accountNotification = (
  entity: { readonly type: 'waba' | 'instance'; readonly id: string },
  { kind: cause, detail: whole }: AccountNotice,
  at: Milliseconds,
): Notification => {
  const { kind, severity, title, ofNumber, body } = texts[cause];
  const detail = whole === null ? null : shortened(whole);
  const before = kind === 'account_restricted' ? 'until ' : '';
  return {
    ...contentOf(kind, detail),
    category: 'platform_alerts',
    severity,
    title: entity.type === 'instance' ? (ofNumber ?? title) : title,
    body: body.replace('{detail}', () => (detail === null ? '' : ` (${before}${detail})`)),
    entity,
    onceKey: ['account', entity.id, cause, ...(coded.has(cause) ? [detail] : []), isoOf(at).slice(0, 13)].join(':'),
  };
};
