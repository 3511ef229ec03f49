import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { systemRetryPolicy } from '../../lambdas/runtime/clock.ts';
import { membershipClauses, readMemberRecord } from '../../lambdas/store/partners/members.ts';
import { commit, persist } from '../../lambdas/store/table/commit.ts';
import type { MemberPool } from '../../lambdas/team/member-pool.ts';
import { deleteUnused, openUser } from '../../lambdas/team/users.ts';
import { memoryPool, type MemoryUsers } from '../../tools/harness/memory-pool.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';

const now = Date.UTC(2030, 0, 2);
const email = 'jo@partner.example';
const membership = {
  partner_id: randomUUID(),
  role: 'viewer',
  created_at: new Date(now).toISOString(),
  pending: true,
} as const;

let table: TestTable;
let users: MemoryUsers;
let pool: MemberPool;
beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());
beforeEach(() => {
  users = new Map();
  pool = memoryPool(users, randomUUID);
});

/** @param between runs after the user was found and before the membership is committed, the first time */
const invite = (between: () => Promise<unknown> = () => Promise.resolve()): Promise<string> => {
  let isFirst = true;
  return persist(systemRetryPolicy, async () => {
    const { record } = await openUser({ table, pool }, email);
    if (isFirst) await between();
    isFirst = false;
    await commit(table, membershipClauses(table, record, membership));
    return record.member_id;
  });
};
const membershipsOf = async (memberId: string) => (await readMemberRecord(table, memberId))?.memberships ?? [];

it('leaves no membership without a user when an invitation comes between the look at a stray user and its deletion', async () => {
  const { memberId } = await pool.ensureUser(email);
  let invited = '';
  const meeting: MemberPool = {
    ...pool,
    removeUser: async (id) => {
      invited = await invite();
      await pool.removeUser(id);
    },
  };
  await deleteUnused({ table, pool: meeting }, memberId, now);
  expect(await membershipsOf(invited)).toEqual([membership]);
  expect(users.get(email)?.memberId).toBe(invited);
  expect(await membershipsOf(memberId)).toEqual([]);
});

it('does so when the deletion comes between an invitation’s user and its membership', async () => {
  const { memberId } = await pool.ensureUser(email);
  const invited = await invite(() => deleteUnused({ table, pool }, memberId, now));
  expect(users.get(email)?.memberId).toBe(invited);
  expect(await membershipsOf(invited)).toEqual([membership]);
  expect(await membershipsOf(memberId)).toEqual([]);
});

it('deletes no user who has been invited meanwhile', async () => {
  const invited = await invite();
  expect(await deleteUnused({ table, pool }, invited, now)).toBe(false);
  expect(users.get(email)?.memberId).toBe(invited);
});
