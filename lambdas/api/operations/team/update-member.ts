import * as z from 'zod/mini';
import { roles } from '../../../domain/access.ts';
import { requireMayGrant, requireOwnerLeft } from '../../../domain/team.ts';
import { listMembers, membershipClauses, requireMember } from '../../../store/partners/members.ts';
import { nextPartner, partnerClause, requirePartner } from '../../../store/partners/partners.ts';
import { requireActingMember } from '../../acting-member.ts';
import { callAuditClauses } from '../../call-audit.ts';
import { uuid } from '../../fields.ts';
import { command } from '../../operation.ts';
import { memberView, shownMember } from '../../resources/team.ts';
import { settle } from '../../settle.ts';

/** Changes the role of a member within 60 seconds. The team keeps an owner. */
export const updateMember = command({
  input: z.object({ member_id: uuid, role: z.enum(roles) }),
  output: z.object({ member: memberView }),
  selectors: ['member_id'],
  errors: ['not_found', 'invalid_state'],
  run: async (deps, call, { member_id: memberId, role }) => {
    const { partnerId, now } = call;
    const actor = await requireActingMember(deps.table, call, 'team.write');
    const partner = await requirePartner(deps.table, partnerId);
    const { record, member } = await requireMember(deps.table, memberId, partnerId);
    const answer = call.answer(200, { member: shownMember({ ...member, role }) });
    if (member.role === role) return settle(deps, call, answer, [], []);
    requireMayGrant(actor.role, member.role, role);
    requireOwnerLeft(await listMembers(deps.table, partnerId), memberId, role);
    const { created_at, pending } = member;
    return settle(
      deps,
      call,
      answer,
      [],
      [
        partnerClause(deps.table, nextPartner(partner, now)),
        ...membershipClauses(deps.table, record, { partner_id: partnerId, role, created_at, pending }),
        ...callAuditClauses(deps, call, {
          action: 'member role change',
          subject: { member_id: memberId, previous_role: member.role, role },
          reason: null,
        }),
      ],
    );
  },
});
