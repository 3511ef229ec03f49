import { contended, commit } from '../store/table/commit.ts';
import { deletedUserClause, newMemberRecord, readMemberRecord, type MemberRecord } from '../store/partners/members.ts';
import type { Table } from '../store/table/table.ts';
import type { Milliseconds } from '../kernel/time.ts';
import type { MemberPool, PoolUser } from './member-pool.ts';

/** The users of the pool and their records: docs/adr/0027-members-of-several-partners.md. */
interface UserDeps {
  readonly table: Table;
  readonly pool: MemberPool;
}

interface OpenedUser extends Pick<PoolUser, 'state'> {
  readonly record: MemberRecord;
}

/**
 * The user with an address and its record. A missing user is created and invited. It does so before the membership is
 * committed: a user without a membership may do nothing, and a repetition finds the user.
 * @throws Contended when the user is being deleted; the next attempt creates another one
 */
export const openUser = async ({ table, pool }: UserDeps, email: string): Promise<OpenedUser> => {
  const { memberId, state } = await pool.ensureUser(email);
  const record = await readMemberRecord(table, memberId);
  if (record === null) return { record: newMemberRecord(memberId, email), state };
  if (record.memberships.length > 0) return { record, state };
  await pool.removeUser(memberId);
  throw contended();
};

/**
 * Deletes a user without a membership: one whose last membership has ended, or one whom a crash left between the pool and the
 * table. The record comes first, so that an invitation that has found the user cannot give it a membership any more. The user
 * goes last: after a crash, a repetition finds it by its address, and the record without the address is already there.
 * @returns false when the user has a membership @throws Contended
 */
export const deleteUnused = async (
  { table, pool }: UserDeps,
  memberId: string,
  now: Milliseconds,
): Promise<boolean> => {
  const record = (await readMemberRecord(table, memberId)) ?? newMemberRecord(memberId, '');
  if (record.memberships.length > 0) return false;
  await commit(table, [deletedUserClause(table, record, now)]);
  await pool.removeUser(memberId);
  return true;
};
