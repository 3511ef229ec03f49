import * as z from 'zod/mini';
import { scopesOf } from '../../../domain/access.ts';
import { readMemberMail, settingsOf } from '../../../store/notifications/notice-mails.ts';
import { readPartners } from '../../../store/partners/partners.ts';
import { readSlots } from '../../../store/instances/slots.ts';
import { readActingMember } from '../../acting-member.ts';
import { operation } from '../../operation.ts';
import { invitationView, noticesView, ownMemberView, ownPartnerView } from '../../resources/team.ts';

/**
 * Returns the calling member with its role, its scopes and its partners, the partner of the call with its slots, the
 * invitations that the member has not accepted, and what it gets by e-mail.
 */
export const getMember = operation({
  input: z.object({}),
  output: z.object({
    member: ownMemberView,
    partner: ownPartnerView,
    invitations: z.array(invitationView),
    notices: z.nullable(noticesView),
  }),
  run: async ({ table, sendsNotices }, call) => {
    const { partnerId } = call;
    const { record, member } = await readActingMember(table, call);
    const [partners, slots, mail] = await Promise.all([
      readPartners(
        table,
        record.memberships.map(({ partner_id: id }) => id),
      ),
      readSlots(table, partnerId),
      sendsNotices ? readMemberMail(table, { partnerId, memberId: member.member_id }) : null,
    ]);
    const found = new Map(partners.map((partner) => [partner.partner_id, partner]));
    return call.answer(200, {
      member: {
        id: member.member_id,
        email: member.email,
        role: member.role,
        scopes: [...scopesOf(member.role)],
        partners: record.memberships
          .filter(({ pending }) => !pending)
          .map(({ partner_id, role }) => ({ partner_id, name: found.get(partner_id)?.name ?? '', role })),
      },
      partner: {
        partner_id: partnerId,
        name: found.get(partnerId)?.name ?? '',
        status: found.get(partnerId)?.status ?? 'active',
        slot_limit: slots.limit,
        slots_occupied: slots.taken,
      },
      invitations: record.memberships.flatMap(({ partner_id, role, pending, created_at: invited_at }) => {
        const inviting = found.get(partner_id);
        if (!pending || inviting?.status !== 'active') return [];
        return [{ partner_id, name: inviting.name, role, invited_at }];
      }),
      notices: sendsNotices ? settingsOf(mail) : null,
    });
  },
});
