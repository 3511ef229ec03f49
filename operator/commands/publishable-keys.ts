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
  summary: 'The keys that every call carries in the apikey header',
  commands: [
    describe({
      name: 'publishable-keys issue',
      summary: 'Issue a publishable key of the stage; two may be valid at once',
      examples: [['publishable-keys issue', 'the new one, beside the one that is in use']],
      remedies: {
        invalid_state: '"publishable-keys list" shows them, "publishable-keys revoke KEY" makes room for a new one',
      },
      result: z.object({ key }),
      show: ({ key: it }) => card(fieldsOf(it)),
    }),
    describe({
      name: 'publishable-keys rotate',
      summary: 'Issue a publishable key; the one in use ends by itself after the overlap',
      options: [overlapOption(0, 2160, '168 when left out')],
      examples: [
        ['publishable-keys rotate', 'portals have a week to take up the new one'],
        ['publishable-keys rotate --overlap-hours 720', 'they have a month'],
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
      summary: 'List the publishable keys, revoked ones too',
      examples: [['publishable-keys list', 'a table']],
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
      summary: 'Revoke a publishable key; calls that carry it are refused',
      arguments: [new Argument('<value>', 'the whole key: pk_live_… or pk_test_…')],
      examples: [['publishable-keys revoke pk_test_8sQx1Zp3kTMd9sQx1Zp3kTMd9', 'asks first']],
      question: (input) =>
        `Revoke ${String(input['value'])}? Every partner's calls that carry it are refused, and it never works again.`,
      remedies: { not_found: '"publishable-keys list" shows them' },
      result: z.object({ key }),
      show: ({ key: it }) => card(fieldsOf(it)),
    }),
  ],
};
