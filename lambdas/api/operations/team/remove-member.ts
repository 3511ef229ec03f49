import * as z from 'zod/mini';
import { keysIssuedBy } from '../../../domain/partner-key.ts';
import { requireMayGrant, requireOwnerLeft, type Member } from '../../../domain/team.ts';
import {
  deletedUserClause,
  departureClauses,
  listMembers,
  readMemberRecord,
  requireMember,
} from '../../../store/partners/members.ts';
import { listPartnerKeys, nextPartner, partnerClause, requirePartner } from '../../../store/partners/partners.ts';
import { commit, contended } from '../../../store/table/commit.ts';
import { requireActingMember } from '../../acting-member.ts';
import { callAuditClause } from '../../call-audit.ts';
import type { Deps } from '../../deps.ts';
import { uuid } from '../../fields.ts';
import { command, type Answer, type Call } from '../../operation.ts';
import { keyView, memberView, shownKey, shownMember } from '../../resources/team.ts';
import { settle } from '../../settle.ts';

/** `keys` are those that the member issued and that are still active. */
const output = z.object({ member: memberView, keys: z.array(keyView) });
type RemovalCall = Call<z.input<typeof output>>;

const answerOf = async ({ table }: Deps, call: RemovalCall, member: Member): Promise<Answer> => {
  const { partnerId, now, answer } = call;
  const keys = keysIssuedBy(await listPartnerKeys(table, partnerId), member.member_id, now);
  return answer(200, { member: shownMember(member), keys: keys.map((key) => shownKey(key, now)) });
};

/**
 * Ends the membership. The last one of a user ends in a commit of its own: then the user is deleted, outside the table.
 * @returns null when the user is to be deleted
 */
const depart = async (deps: Deps, call: RemovalCall, memberId: string): Promise<Answer | null> => {
  const { partnerId, now } = call;
  const actor = await requireActingMember(deps.table, call, 'team.write');
  const partner = await requirePartner(deps.table, partnerId);
  const { record, member } = await requireMember(deps.table, memberId, partnerId);
  requireMayGrant(actor.role, member.role);
  requireOwnerLeft(await listMembers(deps.table, partnerId), memberId, null);
  const clauses = [
    partnerClause(deps.table, nextPartner(partner, now)),
    ...departureClauses(deps.table, record, partnerId, now),
    callAuditClause(deps, call, {
      action: 'member removal',
      subject: { member_id: memberId, previous_role: member.role },
      reason: null,
    }),
  ];
  if (record.memberships.length > 1) {
    return settle(deps, call, await answerOf(deps, call, member), [], clauses);
  }
  await commit(deps.table, clauses);
  return null;
};

/** Deletes the user of a membership that has ended, also when the call that ended it crashed. @returns null when there is none */
const deleteLeaving = async (deps: Deps, call: RemovalCall, memberId: string): Promise<Answer | null> => {
  const record = await readMemberRecord(deps.table, memberId);
  if (record?.leaving?.partner_id !== call.partnerId) return null;
  await deps.pool.removeUser(memberId);
  const answer = await answerOf(deps, call, { member_id: memberId, email: record.email, ...record.leaving });
  return settle(deps, call, answer, [], [deletedUserClause(deps.table, record, call.now)]);
};

/** Removes a member from the team within 60 seconds, and deletes the sign-in of a member of no other partner. The team keeps an owner. */
export const removeMember = command({
  input: z.object({ member_id: uuid }),
  output,
  selectors: ['member_id'],
  actsOutside: true,
  run: async (deps, call, { member_id: memberId }) => {
    const answer = (await deleteLeaving(deps, call, memberId)) ?? (await depart(deps, call, memberId));
    return answer ?? (await deleteLeaving(deps, call, memberId)) ?? Promise.reject(contended());
  },
});
