import * as z from 'zod/mini';
import { customerEmail, uuid } from '../../api/fields.ts';
import { roles } from '../../domain/access.ts';
import { notFound, ServiceError } from '../../domain/errors.ts';
import { isoOf } from '../../domain/time.ts';
import { readMember, type Member } from '../../store/partners/callers.ts';
import { commit, persist } from '../../store/table/commit.ts';
import {
  listMembers,
  memberClauses,
  removeMemberClauses,
  existingMemberClause,
} from '../../store/partners/partners.ts';
import { command, retried, type OperatorDeps } from '../command.ts';
import { requirePartner } from './partners.ts';

/**
 * Adds a member to a partner, or changes the role of its member. It creates the user first: a user without a membership
 * may do nothing, and a repetition finds the user after a crash.
 */
export const addMember = command({
  input: z.object({ partner_id: uuid, email: customerEmail, role: z.enum(roles) }),
  run: async (deps, run, given) => {
    await requirePartner(deps.table, given.partner_id);
    const memberId = await deps.pool.ensureUser(given.email);
    const existing = await readMember(deps.table, memberId);
    if (existing !== null && existing.partner_id !== given.partner_id) {
      throw new ServiceError('invalid_state', 'the member belongs to another partner');
    }
    const member: Member = {
      member_id: memberId,
      partner_id: given.partner_id,
      email: given.email,
      role: given.role,
      created_at: existing?.created_at ?? isoOf(run.now),
    };
    await commit(deps.table, [
      ...memberClauses(deps.table, member),
      run.audit({ partner_id: given.partner_id, member_id: memberId, role: given.role }),
    ]);
    return { member };
  },
});

const findMember = async (deps: OperatorDeps, partnerId: string, name: string): Promise<Member | null> => {
  await requirePartner(deps.table, partnerId);
  const wanted = name.trim().toLowerCase();
  const members = await listMembers(deps.table, partnerId);
  return members.find(({ member_id: id, email }) => id === wanted || email.toLowerCase() === wanted) ?? null;
};

const memberName = z.string().check(z.minLength(1), z.maxLength(320));

/** Changes the role of a member within 60 seconds. */
export const changeRole = retried({
  input: z.object({ partner_id: uuid, member: memberName, role: z.enum(roles) }),
  run: async (deps, run, given) => {
    const existing = await findMember(deps, given.partner_id, given.member);
    if (existing === null) throw notFound('the member');
    if (existing.role === given.role) return { member: existing };
    const member: Member = { ...existing, role: given.role };
    await commit(deps.table, [
      existingMemberClause(deps.table, existing, member),
      run.audit({ partner_id: given.partner_id, member_id: member.member_id, role: given.role }),
    ]);
    return { member };
  },
});

/** Whether a crash left a user without a membership. */
const isStray = async (deps: OperatorDeps, email: string): Promise<boolean> => {
  const memberId = await deps.pool.findUser(email);
  return memberId !== null && (await readMember(deps.table, memberId)) === null;
};

/**
 * Removes a member, then the user. All calls with the member's tokens are refused within 60 seconds. After a crash between
 * the two, a repetition with the e-mail address removes the user.
 */
export const removeMember = command({
  input: z.object({ partner_id: uuid, member: memberName }),
  run: async (deps, run, given) => {
    const { partner_id: partnerId, member: name } = given;
    const removed = await persist(deps.retryPolicy, async () => {
      const member = await findMember(deps, partnerId, name);
      if (member === null) return null;
      await commit(deps.table, [
        ...removeMemberClauses(deps.table, member),
        run.audit({ partner_id: partnerId, member_id: member.member_id }),
      ]);
      return member;
    });
    if (removed === null && !(await isStray(deps, name))) throw notFound('the member');
    await deps.pool.removeUser(removed?.email ?? name);
    return { member: removed, email: removed?.email ?? name };
  },
});

export const listPartnerMembers = command({
  input: z.object({ partner_id: uuid }),
  run: async (deps, _run, { partner_id: partnerId }) => {
    await requirePartner(deps.table, partnerId);
    return { members: await listMembers(deps.table, partnerId) };
  },
});
