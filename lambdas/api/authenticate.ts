import { timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import type { Caller, TokenVerifier } from '../domain/access.ts';
import { parsePartnerKey, secretHashOf, type KeyEnvironment } from '../domain/credentials.ts';
import { unauthenticated, type ServiceError } from '../kernel/errors.ts';
import { isoOf, type Milliseconds } from '../kernel/time.ts';
import type { PartnerKey } from '../domain/partner-key.ts';
import { invitationPending, type Invitation } from '../domain/team.ts';
import { isValid, termsOf, type Partner, type PublishableKey } from '../store/partners/callers.ts';
import type { MemberRecord, Membership } from '../store/partners/members.ts';

interface CallerRecords {
  readonly partnerKey: (keyId: string) => Promise<PartnerKey | null>;
  readonly member: (memberId: string) => Promise<MemberRecord | null>;
  readonly partner: (partnerId: string) => Promise<Partner | null>;
}

/** Where credentials are looked up; each answer may be up to 30 seconds old. */
interface CallerDirectory extends CallerRecords {
  /** The records as the table has them now. */
  readonly now: CallerRecords;
  readonly publishableKeys: () => Promise<readonly PublishableKey[]>;
  /** Notes that the key was used on a day, without holding the call up. */
  readonly keyUsed: (key: PartnerKey, day: string) => void;
}

export interface Authenticator {
  readonly directory: CallerDirectory;
  readonly verifyToken: TokenVerifier;
  /** `live` in production, `test` elsewhere: a key of another environment is no key here. */
  readonly keyEnvironment: KeyEnvironment;
}

/**
 * The caller of each partner that the credentials are for: more than one for a member of several. Suspended partners are
 * left out.
 */
export interface Identified {
  readonly callers: readonly Caller[];
  /** The member as a caller of each partner whose invitation is pending. */
  readonly invited: readonly Caller[];
  /** The same for the partners whose memberships have ended: the call that ended one may be repeated. */
  readonly left: readonly Caller[];
  /** The call must name the partner. */
  readonly mustName: boolean;
  /** The refusal of a call that none of the callers may make, when there are none. */
  readonly refusal: () => ServiceError;
  /** The same as the table has it now, for what must not rest on an older answer. */
  readonly again: (now: Milliseconds) => Promise<Identified>;
}

export type Headers = Readonly<Record<string, string | undefined>>;

const isoDate = z.iso.datetime();
const isPast = (time: string | null, now: Milliseconds): boolean =>
  time !== null && Date.parse(isoDate.parse(time)) <= now;

/** In a time that tells nothing but whether the lengths are equal. */
const sameText = (given: string, expected: string): boolean => {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
};

/** Compared against when a key does not exist, so that its absence takes the same time. */
const emptySecretHash = secretHashOf('');

const keyCaller = async (auth: Authenticator, token: string, now: Milliseconds): Promise<Identified> => {
  const { directory } = auth;
  const parts = parsePartnerKey(auth.keyEnvironment, token);
  const key = parts === null ? null : await directory.partnerKey(parts.keyId);
  const matches = sameText(secretHashOf(parts?.secret ?? ''), key?.secret_hash ?? emptySecretHash);
  const valid = requireValid(matches ? key : null, now);
  const identified = keyIdentified(directory, valid, await directory.partner(valid.partner_id));
  const today = isoOf(now).slice(0, 10);
  if (valid.last_used_day !== today) directory.keyUsed(valid, today);
  return identified;
};

/** @throws ServiceError unauthenticated */
const requireValid = (key: PartnerKey | null, now: Milliseconds): PartnerKey => {
  if (key === null || isPast(key.revoked_at, now)) throw unauthenticated('the partner API key is not valid');
  if (isPast(key.expires_at, now)) throw unauthenticated('the partner API key has expired');
  return key;
};

/** @throws ServiceError unauthenticated when the partner is suspended */
const keyIdentified = (directory: CallerDirectory, key: PartnerKey, partner: Partner | null): Identified => {
  const { key_id: keyId, partner_id: partnerId } = key;
  if (partner?.status !== 'active') throw suspended();
  const caller = { kind: 'key', partnerId, terms: termsOf(partner), keyId, scopes: new Set(key.scopes) } as const;
  return {
    callers: [caller],
    invited: [],
    left: [],
    mustName: false,
    refusal: noMember,
    again: async (now) => {
      const records = directory.now;
      const [keyNow, partnerNow] = await Promise.all([records.partnerKey(keyId), records.partner(partnerId)]);
      return keyIdentified(directory, requireValid(keyNow, now), partnerNow);
    },
  };
};

const suspended = (): ServiceError => unauthenticated('the partner is suspended');
const noMember = (): ServiceError => unauthenticated('the member does not belong to a partner');

interface Standing {
  readonly caller: Caller;
  readonly invitation: Invitation;
}

/** The memberships whose partners are active. */
const standingsOf = async (
  partnerOf: CallerRecords['partner'],
  memberId: string,
  memberships: readonly Membership[],
): Promise<readonly Standing[]> => {
  const found = await Promise.all(
    memberships.map(async ({ partner_id: partnerId, role, created_at: invited_at }): Promise<Standing | null> => {
      const partner = await partnerOf(partnerId);
      if (partner?.status !== 'active') return null;
      const invitation = { partner_id: partnerId, name: partner.name, role, invited_at };
      return { caller: { kind: 'member', partnerId, terms: termsOf(partner), memberId, role }, invitation };
    }),
  );
  return found.filter((standing) => standing !== null);
};

const callersOf = (standings: readonly Standing[]): readonly Caller[] => standings.map(({ caller }) => caller);
const guestsOf = (standings: readonly Standing[]): readonly Caller[] =>
  callersOf(standings).map((caller) => (caller.kind === 'member' ? { ...caller, isGuest: true } : caller));

/** The memberships that have ended, as far as the record still tells. Their role does not matter. */
const endedOf = ({ memberships, left }: MemberRecord): readonly Membership[] =>
  left
    .filter(({ partner_id: id }) => !memberships.some((membership) => membership.partner_id === id))
    .map(({ partner_id, at }) => ({ partner_id, role: 'viewer', created_at: at, pending: false }));

const memberCallers = async (auth: Authenticator, token: string): Promise<Identified> => {
  const claims = await auth.verifyToken(token);
  if (claims === null) throw unauthenticated('the bearer token is not a valid partner API key or member token');
  const { directory } = auth;
  return identify(directory, claims.sub, await directory.member(claims.sub), directory.partner);
};

/** The member and the partners that it was a member of, in one round trip. */
const identifyNow = async (
  directory: CallerDirectory,
  memberId: string,
  earlier: readonly Membership[],
): Promise<Identified> => {
  const { now } = directory;
  const [record, partners] = await Promise.all([
    now.member(memberId),
    Promise.all(earlier.map(async ({ partner_id: id }) => [id, await now.partner(id)] as const)),
  ]);
  const known = new Map(partners);
  return identify(directory, memberId, record, async (id) => known.get(id) ?? now.partner(id));
};

/** @param partnerOf the partners of the memberships; those of invitations and of ended ones may be older */
const identify = async (
  directory: CallerDirectory,
  memberId: string,
  record: MemberRecord | null,
  partnerOf: CallerRecords['partner'],
): Promise<Identified> => {
  if (record === null) throw noMember();
  const accepted = record.memberships.filter(({ pending }) => !pending);
  const pending = record.memberships.filter((membership) => membership.pending);
  const [members, invited, left] = await Promise.all([
    standingsOf(partnerOf, memberId, accepted),
    standingsOf(directory.partner, memberId, pending),
    standingsOf(directory.partner, memberId, endedOf(record)),
  ]);
  return {
    callers: callersOf(members),
    invited: guestsOf(invited),
    left: guestsOf(left),
    // Also while only one of the partners is active, so that a call never goes to another partner than was meant.
    mustName: members.length > 0 && accepted.length > 1,
    refusal: () => refusalOf(record, invited),
    again: () => identifyNow(directory, memberId, accepted),
  };
};

const refusalOf = ({ memberships }: MemberRecord, invited: readonly Standing[]): ServiceError => {
  if (invited.length > 0) return invitationPending(invited.map(({ invitation }) => invitation));
  return memberships.length === 0 ? noMember() : suspended();
};

const checkPublishableKey = async (auth: Authenticator, headers: Headers, now: Milliseconds): Promise<void> => {
  const given = headers['apikey'];
  if (given === undefined || given === '') throw unauthenticated('the apikey header is required');
  const valid = (await auth.directory.publishableKeys()).filter((key) => isValid(key, now));
  if (!valid.some((key) => sameText(given, key.value)))
    throw unauthenticated('the apikey header is not a valid publishable key');
};

/** Who calls: every call carries the stage's publishable key, and a partner key or a member's token. @throws ServiceError unauthenticated */
export const authenticate = async (auth: Authenticator, headers: Headers, now: Milliseconds): Promise<Identified> => {
  const bearer = /^Bearer +(\S+) *$/i.exec(headers['authorization'] ?? '')?.[1];
  if (bearer === undefined)
    throw unauthenticated('the Authorization header must be: Bearer <partner API key or member token>');
  // First, so that a call without a publishable key can't make the service look a bearer up.
  await checkPublishableKey(auth, headers, now);
  return bearer.startsWith('partner_') ? keyCaller(auth, bearer, now) : memberCallers(auth, bearer);
};
