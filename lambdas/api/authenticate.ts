import { createHash, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import type { Caller, TokenVerifier } from '../domain/access.ts';
import { parsePartnerKey, secretHashOf, type KeyEnvironment } from '../domain/credentials.ts';
import { unauthenticated, type ServiceError } from '../domain/errors.ts';
import { day, type Milliseconds } from '../domain/time.ts';
import type { PartnerKey } from '../domain/partner-key.ts';
import { isValid, termsOf, type Partner, type PublishableKey } from '../store/partners/callers.ts';
import type { MemberRecord, Membership } from '../store/partners/members.ts';

/** Where credentials are looked up; each answer may be up to 30 seconds old. */
interface CallerDirectory {
  readonly publishableKeys: () => Promise<readonly PublishableKey[]>;
  readonly partnerKey: (keyId: string) => Promise<PartnerKey | null>;
  readonly member: (memberId: string) => Promise<MemberRecord | null>;
  readonly partner: (partnerId: string) => Promise<Partner | null>;
  /** Notes that the key was used on a day, without holding the call up. */
  readonly keyUsed: (key: PartnerKey, day: string) => void;
}

export interface Authenticator {
  readonly directory: CallerDirectory;
  readonly verifyToken: TokenVerifier;
  /** `live` in production, `test` elsewhere: a key of another environment is no key here. */
  readonly keyEnvironment: KeyEnvironment;
}

/** The caller of each partner that the credentials are for: more than one for a member of several. Suspended partners are left out. */
export interface Identified {
  readonly callers: readonly [Caller, ...Caller[]];
  /** The call must name the partner. */
  readonly mustName: boolean;
}

export type Headers = Readonly<Record<string, string | undefined>>;

const isoDate = z.iso.datetime();
const isPast = (time: string | null, now: Milliseconds): boolean =>
  time !== null && Date.parse(isoDate.parse(time)) <= now;

const sameText = (left: string, right: string): boolean => {
  const [a, b] = [left, right].map((value) => createHash('sha256').update(value).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
};

/** Compared against when a key does not exist, so that its absence takes the same time. */
const nobodysHash = secretHashOf('');

const keyCaller = async (auth: Authenticator, token: string, now: Milliseconds): Promise<Identified> => {
  const parts = parsePartnerKey(auth.keyEnvironment, token);
  const key = parts === null ? null : await auth.directory.partnerKey(parts.keyId);
  const matches = sameText(secretHashOf(parts?.secret ?? ''), key?.secret_hash ?? nobodysHash);
  if (key === null || !matches || isPast(key.revoked_at, now))
    throw unauthenticated('the partner API key is not valid');
  if (isPast(key.expires_at, now)) throw unauthenticated('the partner API key has expired');
  const terms = termsOf(await requireActivePartner(auth, key.partner_id));
  const today = new Date(now - (now % day)).toISOString().slice(0, 10);
  if (key.last_used_day !== today) auth.directory.keyUsed(key, today);
  const caller = {
    kind: 'key',
    partnerId: key.partner_id,
    terms,
    keyId: key.key_id,
    scopes: new Set(key.scopes),
  } as const;
  return { callers: [caller], mustName: false };
};

const suspended = (): ServiceError => unauthenticated('the partner is suspended');

const membershipCaller = async (
  auth: Authenticator,
  memberId: string,
  membership: Membership,
): Promise<Caller | null> => {
  const { partner_id: partnerId, role } = membership;
  const partner = await auth.directory.partner(partnerId);
  return partner?.status === 'active' ? { kind: 'member', partnerId, terms: termsOf(partner), memberId, role } : null;
};

const memberCallers = async (auth: Authenticator, token: string): Promise<Identified> => {
  const claims = await auth.verifyToken(token);
  if (claims === null) throw unauthenticated('the bearer token is not a valid partner API key or member token');
  const { memberships = [] } = (await auth.directory.member(claims.sub)) ?? {};
  if (memberships.length === 0) throw unauthenticated('the member does not belong to a partner');
  const all = await Promise.all(memberships.map((membership) => membershipCaller(auth, claims.sub, membership)));
  const [first, ...others] = all.filter((caller) => caller !== null);
  if (first === undefined) throw suspended();
  return { callers: [first, ...others], mustName: memberships.length > 1 };
};

const requireActivePartner = async (auth: Authenticator, partnerId: string): Promise<Partner> => {
  const partner = await auth.directory.partner(partnerId);
  if (partner?.status !== 'active') throw suspended();
  return partner;
};

const checkPublishableKey = async (auth: Authenticator, headers: Headers, now: Milliseconds): Promise<void> => {
  const given = headers['apikey'];
  if (given === undefined || given === '') throw unauthenticated('the apikey header is required');
  const valid = (await auth.directory.publishableKeys()).filter((key) => isValid(key, now));
  if (!valid.some((key) => sameText(key.value, given)))
    throw unauthenticated('the apikey header is not a valid publishable key');
};

/** Who calls: every call carries the stage's publishable key, and a partner key or a member's token. @throws ServiceError unauthenticated */
export const authenticate = async (auth: Authenticator, headers: Headers, now: Milliseconds): Promise<Identified> => {
  const bearer = /^Bearer +(\S+) *$/i.exec(headers['authorization'] ?? '')?.[1];
  if (bearer === undefined)
    throw unauthenticated('the Authorization header must be: Bearer <partner API key or member token>');
  // First, so that nobody without a publishable key can make the service look a bearer up.
  await checkPublishableKey(auth, headers, now);
  return bearer.startsWith('partner_') ? keyCaller(auth, bearer, now) : memberCallers(auth, bearer);
};
