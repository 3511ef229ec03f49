import { contended, commit } from '../store/table/commit.ts';
import { deletedUserClause, newMemberRecord, readMemberRecord, type MemberRecord } from '../store/partners/members.ts';
import type { Table } from '../store/table/table.ts';
import type { Milliseconds } from '../domain/time.ts';
import type { MemberPool } from './member-pool.ts';

/** The users of the pool and their records: docs/adr/0027-members-of-several-partners.md. */
interface UserDeps {
  readonly table: Table;
  readonly pool: MemberPool;
}

/**
 * The record of the user with an address. A missing user is created and invited. It does so before the membership is
 * committed: a user without a membership may do nothing, and a repetition finds the user.
 * @throws Contended when the user is being deleted; the next attempt creates another one
 */
export const openUser = async ({ table, pool }: UserDeps, email: string): Promise<MemberRecord> => {
  const memberId = await pool.ensureUser(email);
  const record = await readMemberRecord(table, memberId);
  if (record === null) return newMemberRecord(memberId, email);
  if (record.memberships.length > 0) return record;
  await pool.removeUser(memberId);
  throw contended();
};

/** Whether a user has no membership: one is left by a crash between the pool and the table. */
export const isStray = async ({ table }: UserDeps, memberId: string): Promise<boolean> =>
  ((await readMemberRecord(table, memberId))?.memberships ?? []).length === 0;

/**
 * Deletes a user whose record has no memberships. The user goes last: after a crash, a repetition finds it by its address, and
 * the record without the address is already there.
 */
export const deleteUser = async ({ table, pool }: UserDeps, memberId: string, now: Milliseconds): Promise<void> => {
  const record = await readMemberRecord(table, memberId);
  if (record?.leaving != null) await commit(table, [deletedUserClause(table, record, now)]);
  await pool.removeUser(memberId);
};
