import { Argument } from 'commander';
import { z } from 'zod';
import { describe, type Area } from '../description.ts';
import { partnerId, roleOption } from '../fields.ts';
import { card, moment, table } from '../layout.ts';

const member = z.object({
  member_id: z.string(),
  partner_id: z.string(),
  email: z.string(),
  role: z.string(),
  created_at: z.string(),
});

export const members: Area = {
  name: 'members',
  summary: "The people of a partner's team, who use the portal",
  commands: [
    describe({
      name: 'members add',
      summary: 'Add a member to a partner, or give a member another role; a new one is invited by e-mail',
      arguments: [partnerId(), new Argument('<email>', 'where the invitation goes, and the name to sign in with')],
      options: [roleOption()],
      examples: [['members add PARTNER-ID jo@acme.example --role developer', 'again with another role changes it']],
      remedies: { invalid_state: 'a person belongs to one partner: use another address' },
      result: z.object({ member }),
      show: ({ member: it }) =>
        card({
          'Member ID': it.member_id,
          'Partner ID': it.partner_id,
          'E-mail': it.email,
          Role: it.role,
          Added: moment(it.created_at),
        }),
    }),
    describe({
      name: 'members list',
      summary: 'List the members of a partner',
      arguments: [partnerId()],
      examples: [['members list PARTNER-ID', 'who may do what']],
      result: z.object({ members: z.array(member) }),
      show: ({ members: all }) =>
        table(
          ['Role', 'E-mail', 'Member ID', 'Added'],
          all.map((it) => [it.role, it.email, it.member_id, moment(it.created_at)]),
          'The partner has no members yet. Add one with: members add PARTNER-ID EMAIL --role owner',
        ),
    }),
  ],
};
