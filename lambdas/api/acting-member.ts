import { scopesOf, type Caller, type MemberScope } from '../domain/access.ts';
import { ServiceError } from '../kernel/errors.ts';
import type { Member } from '../domain/team.ts';
import { memberOf, readMemberRecord, type MemberRecord } from '../store/partners/members.ts';
import type { Table } from '../store/table/table.ts';
import type { Call } from './operation.ts';

interface ActingMember {
  readonly record: MemberRecord;
  readonly member: Member;
}

/** The id of the calling member, or of who is invited. @throws ServiceError forbidden_role for a partner key */
export const requirePerson = (caller: Caller): string => {
  if (caller.kind === 'member') return caller.memberId;
  throw new ServiceError('forbidden_role', 'the route is for members of the portal');
};

/**
 * The calling member as the table has it now. The role of the caller may be 30 seconds old; in that time a removed member
 * could otherwise add another one, or issue a key that stays valid.
 * @throws ServiceError forbidden_role for a partner key, and for a member that was removed
 */
export const readActingMember = async (
  table: Table,
  { caller, partnerId }: Pick<Call<never>, 'caller' | 'partnerId'>,
): Promise<ActingMember> => {
  const record = await readMemberRecord(table, requirePerson(caller));
  const member = record === null ? null : memberOf(record, partnerId);
  if (record === null || member === null || member.pending)
    throw new ServiceError('forbidden_role', 'the member no longer belongs to the partner');
  return { record, member };
};

/** The same, where the role must have a scope. @throws ServiceError forbidden_role */
export const requireActingMember = async (
  table: Table,
  call: Pick<Call<never>, 'caller' | 'partnerId'>,
  scope: MemberScope,
): Promise<Member> => {
  const { member } = await readActingMember(table, call);
  if (scopesOf(member.role).includes(scope)) return member;
  throw new ServiceError('forbidden_role', `the role ${member.role} lacks the scope ${scope}`);
};
