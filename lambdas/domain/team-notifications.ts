import { day, hour, type Milliseconds } from '../kernel/time.ts';
import type { Actor } from './history.ts';
import type { Notification, OfKind } from './notification.ts';
import { timeOfId } from './size.ts';
import type { TeamAct, TeamSubject } from './team-act.ts';

const actorNames: Readonly<Record<Actor['type'], string>> = {
  partner_key: 'API key',
  member: 'Member',
  operator: 'The operator',
  service: 'The service',
};

const byWhom = ({ type, id }: Actor): string =>
  type === 'operator' || type === 'service' ? actorNames[type] : `${actorNames[type]} ${id}`;

const forAdmins = { category: 'system', audience: 'admins', severity: 'info' } as const;

interface Act {
  readonly partnerId: string;
  readonly by: Actor;
  readonly subject: TeamSubject;
}

type Notice = OfKind & Pick<Notification, 'title' | 'body' | 'entity'>;

const actorOf = ({ by }: Pick<Act, 'by'>) => ({ actor_type: by.type, actor_id: by.id });
const memberOf = ({ subject: { member_id } }: Act) => ({ type: 'member', id: member_id ?? '' });
const keyOf = ({ subject: { key_id } }: Act) => ({ type: 'api_key', id: key_id ?? '' });
const memberFacts = (act: Act) => {
  const { member_id = null, role = null } = act.subject;
  return { member_id, role, ...actorOf(act) };
};

/** Adding one who is a member changes the role. */
const joined = (act: Act): Notice | null =>
  act.subject.previous_role === undefined
    ? {
        kind: 'member_joined',
        facts: memberFacts(act),
        title: 'A member joined the team',
        body: `The role is ${act.subject.role ?? ''}.`,
        entity: memberOf(act),
      }
    : null;

const removed =
  (title: string) =>
  (act: Act): Notice => ({
    kind: 'member_removed',
    facts: { member_id: act.subject.member_id ?? null, ...actorOf(act) },
    title,
    body: 'Any API keys that the member issued stay valid. Revoke those that are no longer needed.',
    entity: memberOf(act),
  });

const issued = (act: Act): Notice => {
  const { key_id = null, previous_key_id = null, previous_ends_at = null, expires_at = 'never' } = act.subject;
  const replaced =
    previous_key_id === null ? '' : ` It replaces the key ${previous_key_id}, which ends at ${previous_ends_at ?? ''}.`;
  return {
    kind: 'api_key_issued',
    facts: {
      key_id,
      expires_at: expires_at === 'never' ? null : expires_at,
      previous_key_id,
      previous_ends_at,
      ...actorOf(act),
    },
    title: 'An API key was issued',
    body: `${byWhom(act.by)} issued the key ${key_id ?? ''}.${replaced} If you did not expect it, revoke it.`,
    entity: keyOf(act),
  };
};

/** What owners and admins read of an act. E-mail addresses are left out: an address may change, and its owner may leave. */
const notices: Readonly<Partial<Record<TeamAct, (act: Act) => Notice | null>>> = {
  member_invited: (act) => ({
    kind: 'member_invited',
    facts: memberFacts(act),
    title: 'A member was invited',
    body: `${byWhom(act.by)} invited a member with the role ${act.subject.role ?? ''}.`,
    entity: memberOf(act),
  }),
  member_added: joined,
  invitation_accepted: joined,
  member_removed: removed('A member was removed'),
  member_left: removed('A member left the team'),
  key_issued: issued,
  key_rotated: issued,
  key_revoked: (act) => ({
    kind: 'api_key_revoked',
    facts: { key_id: act.subject.key_id ?? null, ...actorOf(act) },
    title: 'An API key was revoked',
    body: `${byWhom(act.by)} revoked the key ${act.subject.key_id ?? ''}.`,
    entity: keyOf(act),
  }),
  secret_rotated: (act) => ({
    kind: 'webhook_secret_rotated',
    facts: actorOf(act),
    title: 'The signing secret of events was rotated',
    body: `${byWhom(act.by)} rotated it. The previous secret signs as well for 24 hours.`,
    entity: { type: 'webhook_secret', id: act.partnerId },
  }),
  endpoint_updated: (act) => ({
    kind: 'endpoint_changed',
    facts: actorOf(act),
    title: 'The webhook endpoint was changed',
    body: `${byWhom(act.by)} changed it. If you did not expect it, check its URL.`,
    entity: { type: 'webhook_endpoint', id: act.subject.endpoint_id ?? '' },
  }),
};

/** What the operator does on the first day sets the partner up: its first keys, secret and members. */
const isSetUp = ({ partnerId, by }: Act, now: Milliseconds): boolean =>
  by.type === 'operator' && now < timeOfId(partnerId) + day;

/** The notification of an act on the team, its keys, its secret or its endpoint. */
export const teamNotifications = (action: TeamAct, act: Act, now: Milliseconds): readonly Notification[] => {
  const notice = isSetUp(act, now) ? null : (notices[action]?.(act) ?? null);
  return notice === null ? [] : [{ ...forAdmins, ...notice }];
};

/** Once an hour for each reader of an instance's token: a backend may read it at each start. */
export const tokenRevealed = (instanceId: string, by: Actor): Notification => ({
  ...forAdmins,
  kind: 'platform_token_revealed',
  facts: actorOf({ by }),
  severity: 'warning',
  title: 'A platform token was revealed',
  body: `${byWhom(by)} read the token of this instance. If you did not expect it, revoke the key, or remove the member, that read it.`,
  entity: { type: 'instance', id: instanceId },
  onceKey: `revealed:${instanceId}:${by.id}`,
  onceFor: hour,
});
