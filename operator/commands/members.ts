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
  pending: z.boolean().default(false),
});

const invitationOf = ({ pending }: z.infer<typeof member>): string => (pending ? 'pending' : 'accepted');

const fieldsOf = (it: z.infer<typeof member>) => ({
  'Member ID': it.member_id,
  'Partner ID': it.partner_id,
  'E-mail': it.email,
  Role: it.role,
  Invitation: invitationOf(it),
  Added: moment(it.created_at),
});

const memberName = (): Argument => new Argument('<member>', 'the e-mail address or the ID of the member');
const unknownMember = { not_found: '"members list PARTNER-ID" lists the members of a partner' };

export const members: Area = {
  name: 'members',
  summary: "The members of a partner's team, who use the portal",
  commands: [
    describe({
      name: 'members add',
      summary: 'Add a member to a partner, or change the role of a member; a new member is invited by e-mail',
      arguments: [
        partnerId(),
        new Argument('<email>', 'the address that the invitation is sent to, and that the member signs in with'),
      ],
      options: [roleOption()],
      examples: [
        [
          'members add PARTNER-ID jo@acme.example --role developer',
          'the same command with another role changes the role',
        ],
      ],
      result: z.object({ member }),
      show: ({ member: it }) => card(fieldsOf(it)),
    }),
    describe({
      name: 'members role',
      summary: 'Change the role of a member; it takes effect within 60 seconds',
      arguments: [partnerId(), memberName()],
      options: [roleOption()],
      examples: [
        ['members role PARTNER-ID jo@acme.example --role admin', 'name the member by e-mail address or by member ID'],
      ],
      remedies: unknownMember,
      result: z.object({ member }),
      show: ({ member: it }) => card(fieldsOf(it)),
    }),
    describe({
      name: 'members remove',
      summary:
        'Remove a member, and the sign-in of who is a member of no other partner; their calls are refused within 60 seconds',
      arguments: [partnerId(), memberName()],
      examples: [
        ['members remove PARTNER-ID jo@acme.example', 'asks first'],
        ['members remove PARTNER-ID jo@acme.example --yes', 'does not ask; run it again when a run was interrupted'],
      ],
      question: (input) =>
        `Remove ${String(input['member'])}? Their calls are refused within 60 seconds. To return, they need a new invitation.`,
      remedies: unknownMember,
      result: z.object({
        email: z.string(),
        member: member.nullable(),
        keys: z.array(z.object({ key_id: z.string(), label: z.string().nullable() })),
      }),
      show: ({ email, keys }) =>
        keys.length === 0
          ? `${email} is removed.`
          : `${email} is removed. Keys that they issued are still active; "keys revoke" ends one:\n${keys
              .map(({ key_id: id, label }) => `  ${id}  ${label ?? ''}`.trimEnd())
              .join('\n')}`,
    }),
    describe({
      name: 'members reset-password',
      summary: 'Give a member a temporary password, which the member changes at the next sign-in; it is shown once',
      arguments: [partnerId(), memberName()],
      examples: [
        [
          'members reset-password PARTNER-ID jo@acme.example',
          'asks first; for a stage whose members cannot recover passwords by e-mail',
        ],
        ['members reset-password PARTNER-ID jo@acme.example --yes', 'does not ask'],
      ],
      question: (input) => `Replace the password of ${String(input['member'])}? The present one no longer works.`,
      remedies: unknownMember,
      result: z.object({ member, password: z.string() }),
      show: ({ member: it, password }) =>
        `${password}\nis the temporary password of ${it.email}. Give it to them in person or by phone.`,
    }),
    describe({
      name: 'members list',
      summary: 'List the members of a partner',
      arguments: [partnerId()],
      examples: [['members list PARTNER-ID', 'the members and their roles']],
      result: z.object({ members: z.array(member) }),
      show: ({ members: all }) =>
        table(
          ['Role', 'E-mail', 'Member ID', 'Invitation', 'Added'],
          all.map((it) => [it.role, it.email, it.member_id, invitationOf(it), moment(it.created_at)]),
          'The partner has no members yet. Add one with: members add PARTNER-ID EMAIL --role owner',
        ),
    }),
  ],
};
