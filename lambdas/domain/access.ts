import type { RateLimits } from './rate.ts';
import type { Sizes } from './size.ts';

/** Authorisation: the scopes of keys, the roles of members, and the scopes of each role. */

/** The scopes that a key may hold. Roles have them, too. */
export const scopes = [
  'customers.read',
  'customers.write',
  'instances.read',
  'instances.write',
  'webhook.read',
  'webhook.write',
  'templates.read',
  'templates.write',
  'platform_risk.read',
  'usage.read',
  'platform_token.reveal',
] as const;
export type KeyScope = (typeof scopes)[number];

/** The scopes that only members have: no key can add members or issue keys. */
export const memberScopes = ['team.write', 'keys.write'] as const;
export type MemberScope = (typeof memberScopes)[number];

export type Scope = KeyScope | MemberScope;

export const readScopes: readonly KeyScope[] = scopes.filter((scope) => scope.endsWith('.read'));

export const roles = ['owner', 'admin', 'developer', 'support', 'viewer'] as const;
export type Role = (typeof roles)[number];

const scopesOfRole: Readonly<Record<Role, ReadonlySet<Scope>>> = {
  owner: new Set([...scopes, ...memberScopes]),
  admin: new Set([...scopes, ...memberScopes]),
  developer: new Set(scopes.filter((scope) => scope !== 'platform_token.reveal')),
  support: new Set(readScopes),
  viewer: new Set<Scope>(['customers.read', 'instances.read', 'templates.read', 'platform_risk.read', 'usage.read']),
};

const roleHasScope = (role: Role, scope: Scope): boolean => scopesOfRole[role].has(scope);

/** Whether a member of the role sees what is about the team, its keys and secrets. */
export const isAdmin = (role: Role): boolean => roleHasScope(role, 'team.write');

export const scopesOf = (role: Role): readonly Scope[] => Array.from(scopesOfRole[role]);

/** The settings of a partner that only the operator changes, and what calls need to know of it. */
export interface PartnerTerms {
  /** Rate limits that replace the stage's. */
  readonly limits: RateLimits;
  readonly sizes: Sizes;
  /** Changes of customers are noted for the search index. */
  readonly isIndexed: boolean;
}

interface KeyCaller {
  readonly kind: 'key';
  readonly keyId: string;
  readonly scopes: ReadonlySet<KeyScope>;
}

interface MemberCaller {
  readonly kind: 'member';
  readonly memberId: string;
  readonly role: Role;
  /** Invited, or no longer a member: calls only the routes about that, at its own cost. */
  readonly isGuest?: true;
}

/** A caller whose credentials were verified, and the partner that it acts for. */
export type Caller = (KeyCaller | MemberCaller) & { readonly partnerId: string; readonly terms: PartnerTerms };

/** Who may call a route. There is no default: each row of the route table has one. */
export type Audience =
  /** Partner keys with the scope, and members whose role has it; of those, only `roles` where they are given. */
  | { readonly kind: 'partner'; readonly scope: KeyScope; readonly roles?: readonly Role[] }
  /** The same, with the error code of delivery reports for a member without the role. */
  | { readonly kind: 'delivery-report'; readonly scope: KeyScope }
  /** Members only, for themselves. */
  | { readonly kind: 'member' }
  /** Members only, for themselves; with `invited` also who is invited, for the partner that invited. */
  | { readonly kind: 'person'; readonly invited: boolean }
  /** Members whose role has a scope that no key can hold. */
  | { readonly kind: 'team'; readonly scope: MemberScope };

/** Whether no key may call the route. */
export const isForMembers = (
  audience: Audience,
): audience is Extract<Audience, { readonly kind: 'member' | 'person' | 'team' }> =>
  audience.kind === 'member' || audience.kind === 'person' || audience.kind === 'team';

/** Whether a call is about the calling member, whatever its role. */
export const isForThemselves = (
  audience: Audience,
): audience is Extract<Audience, { readonly kind: 'member' | 'person' }> =>
  audience.kind === 'member' || audience.kind === 'person';

/** The roles whose members may call a route. */
export const rolesOf = (audience: Audience): readonly Role[] => {
  if (isForThemselves(audience)) return roles;
  const named = audience.kind === 'partner' ? audience.roles : undefined;
  return roles.filter((role) => roleHasScope(role, audience.scope) && (named?.includes(role) ?? true));
};

export type Verdict = 'allowed' | 'forbidden_scope' | 'forbidden_role' | 'delivery_report_forbidden';

export const mayCall = (audience: Audience, caller: Caller): Verdict => {
  switch (audience.kind) {
    case 'member':
    case 'person':
      return caller.kind === 'member' ? 'allowed' : 'forbidden_role';
    case 'team':
      return caller.kind === 'member' && roleHasScope(caller.role, audience.scope) ? 'allowed' : 'forbidden_role';
    case 'partner':
    case 'delivery-report':
      if (caller.kind === 'key') return caller.scopes.has(audience.scope) ? 'allowed' : 'forbidden_scope';
      if (rolesOf(audience).includes(caller.role)) return 'allowed';
      return audience.kind === 'partner' ? 'forbidden_role' : 'delivery_report_forbidden';
  }
};

/** Whether a caller has a scope, also where no route asks for it. */
export const hasScope = (caller: Caller, scope: KeyScope): boolean =>
  caller.kind === 'key' ? caller.scopes.has(scope) : roleHasScope(caller.role, scope);

/** Verifies a member's token. @returns null when it is not a valid ID token of the portal @throws ServiceError temporarily_unavailable */
export type TokenVerifier = (token: string) => Promise<{ readonly sub: string } | null>;
