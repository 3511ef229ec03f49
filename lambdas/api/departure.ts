import type { Member } from '../domain/team.ts';
import type { Partner } from '../store/partners/callers.ts';
import { deletedUserClause, departureClauses, readMemberRecord, requireMember } from '../store/partners/members.ts';
import { nextPartner, partnerClause, requirePartner } from '../store/partners/partners.ts';
import { commit, contended } from '../store/table/commit.ts';
import { callAuditClauses } from './call-audit.ts';
import type { Deps } from './deps.ts';
import type { Answer, Call } from './operation.ts';
import { settle } from './settle.ts';

type DepartureCall = Pick<Call<never>, 'partnerId' | 'cause' | 'claim' | 'now'>;

/** How a membership, or an invitation, ends. */
interface Departure {
  readonly memberId: string;
  readonly action: 'member removal' | 'member departure' | 'invitation refusal';
  /** Whether it may end. The team is read after the partner, whose revision the commit checks. @throws ServiceError */
  readonly check: (member: Member) => Promise<void>;
  readonly answerOf: (member: Member, partner: Partner) => Answer | Promise<Answer>;
}

/** @returns null when the user is to be deleted, after a commit of its own */
const end = async (deps: Deps, call: DepartureCall, it: Departure): Promise<Answer | null> => {
  const { partnerId, now } = call;
  const partner = await requirePartner(deps.table, partnerId);
  const { record, member } = await requireMember(deps.table, it.memberId, partnerId);
  await it.check(member);
  const clauses = [
    partnerClause(deps.table, nextPartner(partner, now)),
    ...departureClauses(deps.table, record, partnerId, now),
    ...callAuditClauses(deps, call, {
      action: it.action,
      subject: { member_id: it.memberId, previous_role: member.role },
      reason: null,
    }),
  ];
  if (record.memberships.length > 1) return settle(deps, call, await it.answerOf(member, partner), [], clauses);
  await commit(deps.table, clauses);
  return null;
};

/** Deletes the user of a membership that has ended, also when the call that ended it crashed. @returns null when there is none */
const deleteLeaving = async (deps: Deps, call: DepartureCall, it: Departure): Promise<Answer | null> => {
  const record = await readMemberRecord(deps.table, it.memberId);
  if (record?.leaving?.partner_id !== call.partnerId) return null;
  const partner = await requirePartner(deps.table, call.partnerId);
  await deps.pool.removeUser(it.memberId);
  const member = { member_id: it.memberId, email: record.email, ...record.leaving };
  const answer = await it.answerOf(member, partner);
  return settle(deps, call, answer, [], [deletedUserClause(deps.table, record, call.now)]);
};

/** Ends a membership. The last one of a user ends in a commit of its own: then the user is deleted, outside the table. */
export const depart = async (deps: Deps, call: DepartureCall, it: Departure): Promise<Answer> => {
  const answer = (await deleteLeaving(deps, call, it)) ?? (await end(deps, call, it));
  return answer ?? (await deleteLeaving(deps, call, it)) ?? Promise.reject(contended());
};
