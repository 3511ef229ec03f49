import { Argument } from 'commander';
import { z } from 'zod';
import { describe, type Area } from '../description.ts';
import { overlapOption } from '../fields.ts';
import { card, moment, table } from '../layout.ts';

const key = z.object({
  value: z.string(),
  created_at: z.string(),
  revoked_at: z.string().nullable(),
  valid: z.boolean(),
});
type Key = z.infer<typeof key>;

const stateOf = (it: Key): string => {
  if (it.revoked_at === null) return 'valid';
  return `${it.valid ? 'valid until' : 'revoked'} ${moment(it.revoked_at) ?? ''}`;
};

const fieldsOf = (it: Key) => ({ Key: it.value, State: stateOf(it), Created: moment(it.created_at) });

export const publishableKeys: Area = {
  name: 'publishable-keys',
  summary: 'The publishable keys: every call carries one in the header apikey',
  commands: [
    describe({
      name: 'publishable-keys issue',
      summary: 'Issue a publishable key of the stage; two may be valid at once',
      examples: [['publishable-keys issue', 'issue a second key; the first stays valid']],
      remedies: {
        invalid_state: '"publishable-keys list" shows them, "publishable-keys revoke KEY" makes room for a new one',
      },
      result: z.object({ key }),
      show: ({ key: it }) => card(fieldsOf(it)),
    }),
    describe({
      name: 'publishable-keys rotate',
      summary: 'Issue a publishable key; the key in use expires after the overlap',
      options: [overlapOption(0, 2160, 'default: 168')],
      examples: [
        ['publishable-keys rotate', 'portals have a week to change to the new key'],
        ['publishable-keys rotate --overlap-hours 720', 'portals have 30 days'],
      ],
      remedies: {
        invalid_state: '"publishable-keys list" shows them, "publishable-keys revoke KEY" makes room for a new one',
      },
      result: z.object({ key, previous: key.nullable() }),
      show: ({ key: it, previous }) =>
        `${card(fieldsOf(it))}\n\n${previous === null ? 'There was no key in use.' : `${previous.value} is ${stateOf(previous)}.`}`,
    }),
    describe({
      name: 'publishable-keys list',
      summary: 'List the publishable keys, including revoked ones',
      examples: [['publishable-keys list', 'print a table']],
      result: z.object({ keys: z.array(key) }),
      show: ({ keys: all }) =>
        table(
          ['Key', 'State', 'Created'],
          all.map((it) => [it.value, stateOf(it), moment(it.created_at)]),
          'There are no publishable keys yet, so every call is refused. Issue one with: publishable-keys issue',
        ),
    }),
    describe({
      name: 'publishable-keys revoke',
      summary: 'Revoke a publishable key; every call with it is refused',
      arguments: [new Argument('<value>', 'the whole key: pk_live_… or pk_test_…')],
      examples: [['publishable-keys revoke pk_test_8sQx1Zp3kTMd9sQx1Zp3kTMd9', 'asks first']],
      question: (input) =>
        `Revoke ${String(input['value'])}? Every call with it, of every partner, is refused. This can't be undone.`,
      remedies: { not_found: '"publishable-keys list" lists them' },
      result: z.object({ key }),
      show: ({ key: it }) => card(fieldsOf(it)),
    }),
  ],
};
