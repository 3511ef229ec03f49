import { scopesOf, type KeyScope, type Role } from './access.ts';
import { ServiceError } from './errors.ts';

/** The rules of a partner's team. */

/** A person of a partner's team. */
export interface Member {
  readonly member_id: string;
  readonly partner_id: string;
  readonly email: string;
  readonly role: Role;
  readonly created_at: string;
}

/** A bound for reading a whole team, which the rule of the last owner needs. */
export const mostMembers = 500;

/** @throws ServiceError invalid_state */
export const requireRoom = (members: readonly Member[]): void => {
  if (members.length < mostMembers) return;
  throw new ServiceError('invalid_state', `the partner has ${mostMembers} members; remove one first`);
};

/**
 * Only an owner makes a member an owner, or takes the role from one.
 * @param changed the roles before and after the change @throws ServiceError forbidden_role
 */
export const requireMayGrant = (actor: Role, ...changed: readonly (Role | null)[]): void => {
  if (actor === 'owner' || !changed.includes('owner')) return;
  throw new ServiceError('forbidden_role', 'only an owner grants or takes the role owner');
};

/**
 * A team keeps an owner.
 * @param next the member's next role; null when the member leaves @throws ServiceError invalid_state
 */
export const requireOwnerLeft = (members: readonly Member[], memberId: string, next: Role | null): void => {
  if (next === 'owner') return;
  const owners = members.filter(({ role }) => role === 'owner');
  if (owners.length !== 1 || owners[0]?.member_id !== memberId) return;
  throw new ServiceError('invalid_state', 'the member is the last owner; make another member owner first');
};

/** A member gives a key no scope that the member's own role lacks. @throws ServiceError forbidden_role */
export const requireMayIssue = (actor: Role, wanted: readonly KeyScope[]): void => {
  const held = scopesOf(actor);
  const lacking = wanted.filter((scope) => !held.includes(scope));
  if (lacking.length === 0) return;
  throw new ServiceError('forbidden_role', `scopes must not hold ${lacking.join(', ')}: the role ${actor} lacks that`);
};
