import * as z from 'zod/mini';
import { scopesOf } from '../../../domain/access.ts';
import { readPartners } from '../../../store/partners/partners.ts';
import { readTakenSlots } from '../../../store/instances/slot-shares.ts';
import { readActingMember } from '../../acting-member.ts';
import { operation } from '../../operation.ts';
import { ownMemberView, ownPartnerView } from '../../resources/team.ts';

/** Returns the calling member with its role, its scopes and its partners, and the partner of the call with its slots. */
export const getMember = operation({
  input: z.object({}),
  output: z.object({ member: ownMemberView, partner: ownPartnerView }),
  run: async ({ table }, call) => {
    const { partnerId, caller, now } = call;
    const { record, member } = await readActingMember(table, call);
    const [partners, slots] = await Promise.all([
      readPartners(
        table,
        record.memberships.map(({ partner_id: id }) => id),
      ),
      readTakenSlots(table, partnerId, caller.terms.sizes, now),
    ]);
    const found = new Map(partners.map((partner) => [partner.partner_id, partner]));
    return call.answer(200, {
      member: {
        id: member.member_id,
        email: member.email,
        role: member.role,
        scopes: [...scopesOf(member.role)],
        partners: record.memberships.map(({ partner_id, role }) => ({
          ...{ partner_id, name: found.get(partner_id)?.name ?? '', role },
        })),
      },
      partner: {
        partner_id: partnerId,
        name: found.get(partnerId)?.name ?? '',
        status: found.get(partnerId)?.status ?? 'active',
        slot_limit: slots.limit,
        slots_occupied: slots.taken,
      },
    });
  },
});
