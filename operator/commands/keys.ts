import { Argument, Option } from 'commander';
import { z } from 'zod';
import { readScopes, scopes } from '../../lambdas/domain/access.ts';
import { describe, type Area } from '../description.ts';
import { overlapOption, partnerId, scopesOption, wholeNumber } from '../fields.ts';
import { card, moment, strong, table } from '../layout.ts';

const key = z.object({
  key_id: z.string(),
  partner_id: z.string(),
  scopes: z.array(z.string()),
  created_at: z.string(),
  expires_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
  last_used_day: z.string().nullable(),
  label: z.string().nullable(),
  issued_by: z.string().nullable(),
});
type Key = z.infer<typeof key>;

const holdsAll = (it: Key, wanted: readonly string[]): boolean =>
  it.scopes.length === wanted.length && wanted.every((scope) => it.scopes.includes(scope));

/** As `--scopes` takes them. */
const scopesOf = (it: Key): string => {
  if (holdsAll(it, scopes)) return 'all';
  return holdsAll(it, readScopes) ? 'read' : it.scopes.join(',');
};

const fieldsOf = (it: Key) => ({
  'Key ID': it.key_id,
  'Partner ID': it.partner_id,
  Label: it.label,
  'Issued by': it.issued_by,
  Scopes: scopesOf(it),
  Created: moment(it.created_at),
  Expires: moment(it.expires_at) ?? 'never',
});

const stateOf = (it: Key): string => {
  if (it.revoked_at !== null) return `revoked ${moment(it.revoked_at) ?? ''}`;
  return it.expires_at === null ? 'active' : `expires ${moment(it.expires_at) ?? ''}`;
};

const endOf = (it: Key): string =>
  it.revoked_at === null ? `works until ${moment(it.expires_at) ?? ''}` : 'is refused within 60 seconds';

const keyId = (): Argument =>
  new Argument('<key-id>', 'the key ID, from "keys list"; it is the part of the key after partner_test_');
const unknownKey = { not_found: '"keys list PARTNER-ID" lists the key IDs' };

export const keys: Area = {
  name: 'keys',
  summary: 'The API keys of a partner',
  commands: [
    describe({
      name: 'keys issue',
      summary: 'Issue an API key of a partner; the key is shown only once',
      arguments: [partnerId()],
      options: [
        scopesOption(),
        new Option(
          '--expires-in-days <days>',
          'the key is valid for 1 to 365 days; default: until it is revoked',
        ).argParser(wholeNumber),
        new Option('--label <text>', 'what the key is for, 1 to 60 characters'),
      ],
      examples: [
        ['keys issue PARTNER-ID --scopes all', "a key for the partner's backend"],
        ['keys issue PARTNER-ID --scopes read --expires-in-days 30', 'a key that only reads, for 30 days'],
        [
          'keys issue PARTNER-ID --scopes customers.read,customers.write --label "customer import"',
          'a key for an import of customers',
        ],
        ['keys issue PARTNER-ID --scopes all --json | jq -r .api_key', 'print the key alone, for a secret store'],
      ],
      remedies: {
        invalid_state: '"keys list PARTNER-ID" lists its keys; revoke one with "keys revoke KEY-ID"',
      },
      result: z.object({ key, api_key: z.string() }),
      show: (issued) =>
        `${strong(issued.api_key)}\n\nCopy the key now. It can't be shown again.\n\n${card(fieldsOf(issued.key))}`,
    }),
    describe({
      name: 'keys rotate',
      summary: 'Issue a key with the scopes of an old one; the old key expires after the overlap',
      arguments: [keyId()],
      options: [overlapOption(0, 720, 'default: 24; with 0 the old key expires at once')],
      examples: [
        ['keys rotate 3kTMd9sQx1Zp', 'both keys work for 24 hours'],
        ['keys rotate 3kTMd9sQx1Zp --overlap-hours 168', 'both keys work for a week'],
        ['keys rotate 3kTMd9sQx1Zp --overlap-hours 0', 'the old key was leaked'],
      ],
      remedies: {
        ...unknownKey,
        invalid_state: '"keys list PARTNER-ID" lists its keys; revoke one with "keys revoke KEY-ID"',
      },
      result: z.object({ key, api_key: z.string(), previous: key }),
      show: (issued) =>
        `${strong(issued.api_key)}\n\nCopy the key now. It can't be shown again. The old key ${issued.previous.key_id} ${endOf(issued.previous)}.\n\n${card(fieldsOf(issued.key))}`,
    }),
    describe({
      name: 'keys list',
      summary: 'List the API keys of a partner, including those that ended within 90 days',
      arguments: [partnerId()],
      examples: [['keys list PARTNER-ID', 'the scopes of each key, and when it was last used']],
      result: z.object({ keys: z.array(key) }),
      show: ({ keys: all }) =>
        table(
          ['Key ID', 'Label', 'State', 'Created', 'Issued by', 'Last used', 'Scopes'],
          all.map((it) => [
            it.key_id,
            it.label,
            stateOf(it),
            moment(it.created_at),
            it.issued_by,
            it.last_used_day,
            scopesOf(it),
          ]),
          'The partner has no keys yet. Issue one with: keys issue PARTNER-ID --scopes all',
        ),
    }),
    describe({
      name: 'keys revoke',
      summary: 'Revoke an API key; every call with it is refused within 60 seconds',
      arguments: [keyId()],
      examples: [
        ['keys revoke 3kTMd9sQx1Zp', 'asks first'],
        ['keys revoke 3kTMd9sQx1Zp --yes', 'does not ask'],
      ],
      question: (input) =>
        `Revoke the key ${String(input['key_id'])}? Every call with it is refused within 60 seconds. This can't be undone.`,
      remedies: unknownKey,
      result: z.object({ key }),
      show: ({ key: it }) => card({ ...fieldsOf(it), Revoked: moment(it.revoked_at) }),
    }),
  ],
};
