import * as z from 'zod/mini';
import { customerEmail, uuid } from '../../api/fields.ts';
import { roles } from '../../domain/access.ts';
import { base62 } from '../../domain/credentials.ts';
import { invalidState, notFound } from '../../kernel/errors.ts';
import { keysIssuedBy } from '../../domain/partner-key.ts';
import type { Member } from '../../domain/team.ts';
import { isoOf } from '../../kernel/time.ts';
import {
  departureClauses,
  listMembers,
  memberOf,
  membershipClauses,
  readMemberRecord,
} from '../../store/partners/members.ts';
import { listPartnerKeys, nextPartner, partnerClause, requirePartner } from '../../store/partners/partners.ts';
import { commit, persist } from '../../store/table/commit.ts';
import { mailingOnce } from '../../team/mailing-once.ts';
import { deleteUnused, openUser } from '../../team/users.ts';
import { command, retried, type OperatorDeps, type Run } from '../command.ts';

const addition = z.object({ partner_id: uuid, email: customerEmail, role: z.enum(roles) });

const added = async (deps: OperatorDeps, run: Run, given: z.output<typeof addition>): Promise<Member> => {
  const { partner_id, email, role } = given;
  const partner = await requirePartner(deps.table, partner_id);
  const { record, state } = await openUser(deps, email);
  const known = memberOf(record, partner_id);
  if (state === 'waiting' && known?.pending !== false) await deps.pool.mailAgain(email);
  const membership = { partner_id, role, created_at: known?.created_at ?? isoOf(run.now), pending: false };
  await commit(deps.table, [
    partnerClause(deps.table, nextPartner(partner, run.now)),
    ...membershipClauses(deps.table, record, membership),
    ...run.teamAudit({
      partner_id,
      member_id: record.member_id,
      role,
      ...(known?.pending === false && { previous_role: known.role }),
    }),
  ]);
  return { member_id: record.member_id, email: record.email, ...membership };
};

/** Adds a member to a partner, who has nothing to accept, or changes the role of its member. */
export const addMember = command({
  input: addition,
  run: async (deps, run, given) => {
    const mailing = { ...deps, pool: mailingOnce(deps.pool) };
    return { member: await persist(deps.retryPolicy, () => added(mailing, run, given)) };
  },
});

const findMember = async (deps: OperatorDeps, partnerId: string, name: string): Promise<Member | null> => {
  const wanted = name.trim().toLowerCase();
  const members = await listMembers(deps.table, partnerId);
  return members.find(({ member_id: id, email }) => id === wanted || email.toLowerCase() === wanted) ?? null;
};

const memberName = z.string().check(z.minLength(1), z.maxLength(320));

/** Changes the role of a member within 60 seconds. */
export const changeRole = retried({
  input: z.object({ partner_id: uuid, member: memberName, role: z.enum(roles) }),
  run: async (deps, run, { partner_id, member: name, role }) => {
    const partner = await requirePartner(deps.table, partner_id);
    const member = await findMember(deps, partner_id, name);
    const record = member === null ? null : await readMemberRecord(deps.table, member.member_id);
    if (member === null || record === null) throw notFound('the member');
    if (member.role === role) return { member };
    const { created_at, pending } = member;
    await commit(deps.table, [
      partnerClause(deps.table, nextPartner(partner, run.now)),
      ...membershipClauses(deps.table, record, { partner_id, role, created_at, pending }),
      ...run.teamAudit({ partner_id, member_id: member.member_id, role }),
    ]);
    return { member: { ...member, role } };
  },
});

/** Ends the membership. @returns null when there is none */
const removed = async (deps: OperatorDeps, run: Run, partnerId: string, name: string): Promise<Member | null> => {
  const partner = await requirePartner(deps.table, partnerId);
  const member = await findMember(deps, partnerId, name);
  const record = member === null ? null : await readMemberRecord(deps.table, member.member_id);
  if (member === null || record === null) return null;
  await commit(deps.table, [
    partnerClause(deps.table, nextPartner(partner, run.now)),
    ...departureClauses(deps.table, record, partnerId, run.now),
    ...run.teamAudit({ partner_id: partnerId, member_id: member.member_id }),
  ]);
  return member;
};

/**
 * Removes a member, and the user who is a member of no other partner. All calls with the member's tokens are refused
 * within 60 seconds. After a crash between the two, a repetition with the e-mail address deletes the user.
 */
export const removeMember = command({
  input: z.object({ partner_id: uuid, member: memberName }),
  run: async (deps, run, { partner_id: partnerId, member: name }) => {
    const member = await persist(deps.retryPolicy, () => removed(deps, run, partnerId, name));
    const memberId = member?.member_id ?? (await deps.pool.findUser(name));
    const isDeleted =
      memberId !== null && (await persist(deps.retryPolicy, () => deleteUnused(deps, memberId, run.now)));
    if (member === null && !isDeleted) throw notFound('the member');
    const keys = memberId === null ? [] : keysIssuedBy(await listPartnerKeys(deps.table, partnerId), memberId, run.now);
    return { member, email: member?.email ?? name, keys: keys.map(({ key_id, label }) => ({ key_id, label })) };
  },
});

/** Random bytes of a temporary password, which has 20 characters. The pool asks for 15. */
const passwordBytes = 14;

/**
 * Sets a temporary password of a member, for whom forgot the password where the stage's members cannot recover it by e-mail.
 * The audit trail has the entry before the password changes.
 */
export const resetPassword = command({
  input: z.object({ partner_id: uuid, member: memberName }),
  run: async (deps, run, { partner_id: partnerId, member: name }) => {
    await requirePartner(deps.table, partnerId);
    const member = await findMember(deps, partnerId, name);
    if (member === null) throw notFound('the member');
    // Who only invited a person must not get at the person's sign-in.
    if (member.pending) throw invalidState('pending', 'the invitation is pending');
    const password = base62(deps.randomBytes(passwordBytes));
    await commit(deps.table, [...run.teamAudit({ partner_id: partnerId, member_id: member.member_id })]);
    if (!(await deps.pool.setTemporaryPassword(member.member_id, password))) throw notFound('the member');
    return { member, password };
  },
});

export const listPartnerMembers = command({
  input: z.object({ partner_id: uuid }),
  run: async (deps, _run, { partner_id: partnerId }) => {
    await requirePartner(deps.table, partnerId);
    return { members: await listMembers(deps.table, partnerId) };
  },
});
