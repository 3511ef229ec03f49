import * as z from 'zod/mini';
import { membershipClauses, requireMember } from '../../../store/partners/members.ts';
import { nextPartner, partnerClause, requirePartner } from '../../../store/partners/partners.ts';
import { requirePerson } from '../../acting-member.ts';
import { callAuditClauses } from '../../call-audit.ts';
import { uuid } from '../../fields.ts';
import { command } from '../../operation.ts';
import { memberView, shownMember } from '../../resources/team.ts';
import { settle } from '../../settle.ts';

/** Accepts an invitation to the team of a partner. */
export const acceptInvitation = command({
  input: z.object({ partner_id: uuid }),
  selectors: ['partner_id'],
  output: z.object({ member: memberView }),
  errors: ['not_found'],
  run: async (deps, call) => {
    const { partnerId, now } = call;
    const memberId = requirePerson(call.caller);
    const partner = await requirePartner(deps.table, partnerId);
    const { record, member } = await requireMember(deps.table, memberId, partnerId);
    const accepted = { ...member, pending: false };
    const answer = call.answer(200, { member: shownMember(accepted) });
    if (!member.pending) return settle(deps, call, answer, [], []);
    const { role, created_at } = member;
    return settle(
      deps,
      call,
      answer,
      [],
      [
        partnerClause(deps.table, nextPartner(partner, now)),
        ...membershipClauses(deps.table, record, { partner_id: partnerId, role, created_at, pending: false }),
        ...callAuditClauses(deps, call, {
          action: 'invitation acceptance',
          subject: { member_id: memberId, role },
          reason: null,
        }),
      ],
    );
  },
});
