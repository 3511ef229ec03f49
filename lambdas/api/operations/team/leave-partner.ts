import * as z from 'zod/mini';
import { invalidState } from '../../../kernel/errors.ts';
import { requireOwnerLeft } from '../../../domain/team.ts';
import { listMembers } from '../../../store/partners/members.ts';
import { requirePerson } from '../../acting-member.ts';
import { depart } from '../../departure.ts';
import { uuid } from '../../fields.ts';
import { command } from '../../operation.ts';
import { memberView, shownMember } from '../../resources/team.ts';

/**
 * Ends the membership of the calling member, and deletes the sign-in of a member of no other partner. The last owner cannot
 * leave.
 */
export const leavePartner = command({
  input: z.object({ partner_id: uuid }),
  selectors: ['partner_id'],
  output: z.object({ member: memberView }),
  actsOutside: true,
  errors: ['not_found', 'invalid_state'],
  run: (deps, call) => {
    const memberId = requirePerson(call.caller);
    return depart(deps, call, {
      memberId,
      action: 'member departure',
      check: async ({ pending }) => {
        if (pending) throw invalidState('invited', 'the invitation is pending; use decline-partner-invitation');
        requireOwnerLeft(await listMembers(deps.table, call.partnerId), memberId, null);
      },
      answerOf: (member) => call.answer(200, { member: shownMember(member) }),
    });
  },
});
