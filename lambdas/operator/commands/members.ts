import * as z from 'zod/mini';
import { customerEmail, uuid } from '../../api/fields.ts';
import { roles } from '../../domain/access.ts';
import { ServiceError } from '../../domain/errors.ts';
import { isoOf } from '../../domain/time.ts';
import { readMember, type Member } from '../../store/callers.ts';
import { commit } from '../../store/commit.ts';
import { listMembers, memberClauses } from '../../store/partners.ts';
import { command } from '../command.ts';
import { requirePartner } from './partners.ts';

/**
 * Adds a member to a partner, or gives a member of it another role. The identity comes first: when the run breaks
 * off after it, a user without a membership may do nothing, and the next run finds the user.
 */
export const addMember = command({
  input: z.object({ partner_id: uuid, email: customerEmail, role: z.enum(roles) }),
  run: async (deps, run, given) => {
    await requirePartner(deps.table, given.partner_id);
    const memberId = await deps.pool.ensureUser(given.email);
    const standing = await readMember(deps.table, memberId);
    if (standing !== null && standing.partner_id !== given.partner_id) {
      throw new ServiceError('invalid_state', 'the member belongs to another partner');
    }
    const member: Member = {
      member_id: memberId,
      partner_id: given.partner_id,
      email: given.email,
      role: given.role,
      created_at: standing?.created_at ?? isoOf(run.now),
    };
    await commit(deps.table, [
      ...memberClauses(deps.table, member),
      run.audit({ partner_id: given.partner_id, member_id: memberId, role: given.role }),
    ]);
    return { member };
  },
});

export const listPartnerMembers = command({
  input: z.object({ partner_id: uuid }),
  run: async (deps, _run, { partner_id: partnerId }) => {
    await requirePartner(deps.table, partnerId);
    return { members: await listMembers(deps.table, partnerId) };
  },
});
