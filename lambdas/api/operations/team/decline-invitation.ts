import * as z from 'zod/mini';
import { invalidState } from '../../../kernel/errors.ts';
import { requirePerson } from '../../acting-member.ts';
import { depart } from '../../departure.ts';
import { uuid } from '../../fields.ts';
import { command } from '../../operation.ts';
import { invitationView } from '../../resources/team.ts';

/** Declines an invitation to the team of a partner, and deletes the sign-in of who is a member of no other partner. */
export const declineInvitation = command({
  input: z.object({ partner_id: uuid }),
  selectors: ['partner_id'],
  output: z.object({ invitation: invitationView }),
  actsOutside: true,
  errors: ['not_found', 'invalid_state'],
  run: (deps, call) =>
    depart(deps, call, {
      memberId: requirePerson(call.caller),
      action: 'invitation refusal',
      check: ({ pending }) =>
        pending
          ? Promise.resolve()
          : Promise.reject(invalidState('active', 'the invitation was accepted; use leave-partner')),
      answerOf: ({ role, created_at: invited_at }, { partner_id, name }) =>
        call.answer(200, { invitation: { partner_id, name, role, invited_at } }),
    }),
});
