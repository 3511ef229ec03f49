import * as z from 'zod/mini';
import { roles, type Role } from '../../../domain/access.ts';
import { windowOf } from '../../../domain/rate.ts';
import { invalidState, rateLimited } from '../../../kernel/errors.ts';
import { requireMayGrant, requireRoom } from '../../../domain/team.ts';
import { isoOf } from '../../../kernel/time.ts';
import { takeAddress } from '../../../store/partners/invited-addresses.ts';
import { listMembers, memberOf, membershipClauses, type MemberRecord } from '../../../store/partners/members.ts';
import { nextPartner, partnerClause, requirePartner } from '../../../store/partners/partners.ts';
import { persist } from '../../../store/table/commit.ts';
import { mailingOnce } from '../../../team/mailing-once.ts';
import { openUser } from '../../../team/users.ts';
import { requireActingMember } from '../../acting-member.ts';
import { callAuditClauses } from '../../call-audit.ts';
import type { Deps } from '../../deps.ts';
import { customerEmail } from '../../fields.ts';
import { operation, type Answer, type Call } from '../../operation.ts';
import { memberView, shownMember } from '../../resources/team.ts';
import { settle } from '../../settle.ts';

const input = z.object({ email: customerEmail, role: z.enum(roles) });
const output = z.object({ member: memberView });
type InvitationCall = Call<z.input<typeof output>>;

/**
 * Takes the partner's own token of the address, and that of its mails. Another partner's invitation is no reason to refuse, and must
 * not be seen: then the person has a mail, and gets no other one.
 * @returns whether the person may get another mail @throws ServiceError rate_limited
 */
const mayMail = async ({ table, addressLimit }: Deps, call: InvitationCall, email: string): Promise<boolean> => {
  const { partnerId, now } = call;
  const holder = call.claim === null ? call.cause.requestId : `${partnerId} ${call.claim.key}`;
  const wait = await takeAddress(table, `${partnerId} ${email}`, addressLimit, holder, now);
  if (wait > 0) {
    const limit = { name: 'invited_address', quota: addressLimit.burst, window: windowOf(addressLimit) };
    throw rateLimited('you invited the address before', wait, limit);
  }
  return (await takeAddress(table, email, addressLimit, holder, now)) === 0;
};

/** @throws ServiceError invalid_state for a member, forbidden_role where an invitation has a role that the actor may not take */
const requireInvitable = (record: MemberRecord, partnerId: string, actor: Role): void => {
  const known = memberOf(record, partnerId);
  if (known === null) return;
  if (!known.pending) {
    throw invalidState('active', 'the address is of a member already; use update-partner-member');
  }
  requireMayGrant(actor, known.role);
};

const invite = async (deps: Deps, call: InvitationCall, { email, role }: z.output<typeof input>): Promise<Answer> => {
  const { partnerId, now } = call;
  const actor = await requireActingMember(deps.table, call, 'team.write');
  requireMayGrant(actor.role, role);
  const partner = await requirePartner(deps.table, partnerId);
  const team = await listMembers(deps.table, partnerId);
  if (!team.some((member) => member.email === email)) requireRoom(team);
  const again = await mayMail(deps, call, email);
  const { record, state } = await openUser(deps, email);
  requireInvitable(record, partnerId, actor.role);
  if (state === 'waiting' && again) await deps.pool.mailAgain(email);
  const membership = { partner_id: partnerId, role, created_at: isoOf(now), pending: true };
  const member = { member_id: record.member_id, email: record.email, ...membership };
  return settle(
    deps,
    call,
    call.answer(201, { member: shownMember(member) }),
    [],
    [
      partnerClause(deps.table, nextPartner(partner, now)),
      ...membershipClauses(deps.table, record, membership),
      ...callAuditClauses(deps, call, {
        action: 'member invitation',
        subject: { member_id: member.member_id, role },
        reason: null,
      }),
    ],
  );
};

/**
 * Invites a person to the team, who becomes a member by accepting. A person who has never signed in gets an e-mail. Another
 * invitation before that replaces the first one.
 */
export const inviteMember = operation({
  input,
  output,
  statuses: [201],
  actsOutside: true,
  errors: ['invalid_state'],
  run: (deps, call, given) => {
    const mailing = { ...deps, pool: mailingOnce(deps.pool) };
    return persist(deps.retryPolicy, () => invite(mailing, call, given));
  },
});
