import * as z from 'zod/mini';
import { keysIssuedBy } from '../../../domain/partner-key.ts';
import { requireMayGrant, requireOwnerLeft } from '../../../domain/team.ts';
import { listMembers } from '../../../store/partners/members.ts';
import { listPartnerKeys } from '../../../store/partners/partners.ts';
import { requireActingMember } from '../../acting-member.ts';
import { depart } from '../../departure.ts';
import { uuid } from '../../fields.ts';
import { command } from '../../operation.ts';
import { keyView, memberView, shownKey, shownMember } from '../../resources/team.ts';

/**
 * Removes a member from the team within 60 seconds, and deletes the sign-in of a member of no other partner; withdraws an
 * invitation. The team keeps an owner. The answer has the keys that the member issued and that are still active.
 */
export const removeMember = command({
  input: z.object({ member_id: uuid }),
  output: z.object({ member: memberView, keys: z.array(keyView) }),
  selectors: ['member_id'],
  actsOutside: true,
  errors: ['not_found', 'invalid_state'],
  run: (deps, call, { member_id: memberId }) =>
    depart(deps, call, {
      memberId,
      action: 'member removal',
      check: async (member) => {
        const actor = await requireActingMember(deps.table, call, 'team.write');
        requireMayGrant(actor.role, member.role);
        requireOwnerLeft(await listMembers(deps.table, call.partnerId), memberId, null);
      },
      answerOf: async (member) => {
        const all = await listPartnerKeys(deps.table, call.partnerId);
        const keys = keysIssuedBy(all, memberId, call.now).map((key) => shownKey(key, call.now));
        return call.answer(200, { member: shownMember(member), keys });
      },
    }),
});
