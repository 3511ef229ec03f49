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

const fieldsOf = (it: z.infer<typeof member>) => ({
  'Member ID': it.member_id,
  'Partner ID': it.partner_id,
  'E-mail': it.email,
  Role: it.role,
  Added: moment(it.created_at),
});

const memberName = (): Argument => new Argument('<member>', 'the e-mail address or the ID of the member');
const unknownMember = { not_found: '"members list PARTNER-ID" shows the members of a partner' };

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
      show: ({ member: it }) => card(fieldsOf(it)),
    }),
    describe({
      name: 'members role',
      summary: 'Give a member another role; it counts everywhere within 60 seconds',
      arguments: [partnerId(), memberName()],
      options: [roleOption()],
      examples: [['members role PARTNER-ID jo@acme.example --role admin', 'by e-mail address, or by the member ID']],
      remedies: unknownMember,
      result: z.object({ member }),
      show: ({ member: it }) => card(fieldsOf(it)),
    }),
    describe({
      name: 'members remove',
      summary: 'Remove a member, and the sign-in; within 60 seconds their calls are refused everywhere',
      arguments: [partnerId(), memberName()],
      examples: [
        ['members remove PARTNER-ID jo@acme.example', 'asks first'],
        ['members remove PARTNER-ID jo@acme.example --yes', 'again, when a run broke off: what is left of it goes'],
      ],
      question: (input) =>
        `Remove ${String(input['member'])}? They are refused within 60 seconds, and have to be invited anew to come back.`,
      remedies: unknownMember,
      result: z.object({ email: z.string(), member: member.nullable() }),
      show: ({ email }) => `${email} is removed.`,
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
