import * as z from 'zod/mini';
import { roles } from '../../../domain/access.ts';
import { ServiceError } from '../../../domain/errors.ts';
import { requireMayGrant, requireRoom } from '../../../domain/team.ts';
import { isoOf } from '../../../domain/time.ts';
import { listMembers, memberOf, membershipClauses } from '../../../store/partners/members.ts';
import { nextPartner, partnerClause, requirePartner } from '../../../store/partners/partners.ts';
import { openUser } from '../../../team/users.ts';
import { requireActingMember } from '../../acting-member.ts';
import { callAuditClause } from '../../call-audit.ts';
import { customerEmail } from '../../fields.ts';
import { command } from '../../operation.ts';
import { memberView, shownMember } from '../../resources/team.ts';
import { settle } from '../../settle.ts';

/** Adds a member to the team. Who has no sign-in yet is invited by e-mail. */
export const inviteMember = command({
  input: z.object({ email: customerEmail, role: z.enum(roles) }),
  output: z.object({ member: memberView }),
  statuses: [201],
  actsOutside: true,
  errors: ['invalid_state'],
  run: async (deps, call, { email, role }) => {
    const { partnerId, now } = call;
    const actor = await requireActingMember(deps.table, call, 'team.write');
    requireMayGrant(actor.role, role);
    const partner = await requirePartner(deps.table, partnerId);
    requireRoom(await listMembers(deps.table, partnerId));
    const record = await openUser(deps, email);
    if (memberOf(record, partnerId) !== null) {
      throw new ServiceError('invalid_state', 'the address is of a member already; use update-partner-member');
    }
    const membership = { partner_id: partnerId, role, created_at: isoOf(now) };
    const member = { member_id: record.member_id, email: record.email, ...membership };
    const answer = call.answer(201, { member: shownMember(member) });
    return settle(
      deps,
      call,
      answer,
      [],
      [
        partnerClause(deps.table, nextPartner(partner, now)),
        ...membershipClauses(deps.table, record, membership),
        callAuditClause(deps, call, {
          action: 'member invitation',
          subject: { member_id: member.member_id, role },
          reason: null,
        }),
      ],
    );
  },
});
