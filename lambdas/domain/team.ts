import { scopesOf, type KeyScope, type Role } from './access.ts';
import { invalidState, ServiceError } from '../kernel/errors.ts';

/** The rules of a partner's team. */

/** A person of a partner's team. */
export interface Member {
  readonly member_id: string;
  readonly partner_id: string;
  readonly email: string;
  readonly role: Role;
  readonly created_at: string;
  /** Invited, and has not accepted. */
  readonly pending: boolean;
}

/** What an invitation says to the person who is invited. */
export interface Invitation {
  readonly partner_id: string;
  /** Of the partner. */
  readonly name: string;
  readonly role: Role;
  readonly invited_at: string;
}

/** @param invitations all that are pending */
export const invitationPending = (invitations: readonly Invitation[]): ServiceError =>
  new ServiceError('invitation_pending', 'the invitation is pending; accept it first', { details: { invitations } });

/** A bound for reading a whole team, which the rule of the last owner needs. */
export const mostMembers = 500;

/** @throws ServiceError invalid_state */
export const requireRoom = (members: readonly Member[]): void => {
  if (members.length < mostMembers) return;
  throw invalidState('too_many_members', `the partner has ${mostMembers} members; remove one first`);
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
 * A team keeps an owner. One who has not accepted is none.
 * @param next the member's next role; null when the member leaves @throws ServiceError invalid_state
 */
export const requireOwnerLeft = (members: readonly Member[], memberId: string, next: Role | null): void => {
  if (next === 'owner') return;
  const owners = members.filter(({ role, pending }) => role === 'owner' && !pending);
  if (owners.length !== 1 || owners[0]?.member_id !== memberId) return;
  throw invalidState('last_owner', 'the member is the last owner; make another member owner first');
};

/** A member gives a key no scope that the member's own role lacks. @throws ServiceError forbidden_role */
export const requireMayIssue = (actor: Role, wanted: readonly KeyScope[]): void => {
  const held = scopesOf(actor);
  const lacking = wanted.filter((scope) => !held.includes(scope));
  if (lacking.length === 0) return;
  throw new ServiceError('forbidden_role', `scopes must not hold ${lacking.join(', ')}: the role ${actor} lacks that`);
};
