import { Argument, Option } from 'commander';
import { z } from 'zod';
import { highestPace, rewrittenForms, usualPace } from '../../lambdas/domain/form-rewrite.ts';
import { describe, type Area } from '../description.ts';
import { wholeNumber } from '../fields.ts';
import { card, moment, table } from '../layout.ts';

const storedForm = z.object({
  form: z.string(),
  version: z.number(),
  rewriting: z
    .object({
      version: z.number(),
      state: z.enum(['running', 'stopped', 'done']),
      units_a_second: z.number(),
      partners: z.number(),
      partners_done: z.number(),
      read: z.number(),
      rewritten: z.number(),
      started_at: z.string(),
      ended_at: z.string().nullable(),
    })
    .nullable(),
});
type StoredForm = z.infer<typeof storedForm>;

const form = (): Argument =>
  new Argument('<form>', 'the stored form, from "stored forms"').choices([...rewrittenForms]);

const showOne = ({ form: name, version, rewriting }: StoredForm): string =>
  card({
    Form: name,
    'Version written': version,
    ...(rewriting === null
      ? { Rewriting: 'never' }
      : {
          Rewriting: `${rewriting.state}, to version ${rewriting.version}`,
          Pace: `${rewriting.units_a_second} write units a second`,
          Partners: `${rewriting.partners_done} of ${rewriting.partners} done`,
          Items: `${rewriting.read} read, ${rewriting.rewritten} rewritten`,
          Started: moment(rewriting.started_at),
          ...(rewriting.ended_at !== null && { Ended: moment(rewriting.ended_at) }),
        }),
  });

const rowOf = ({ form: name, version, rewriting: it }: StoredForm) => [
  name,
  version,
  it === null ? 'never' : `${it.state}, to version ${it.version}`,
  it === null ? '' : `${it.partners_done} of ${it.partners}`,
  it?.read ?? '',
  it?.rewritten ?? '',
  it?.units_a_second ?? '',
  it === null ? '' : moment(it.started_at),
  it === null ? '' : moment(it.ended_at),
];

const heads = ['Form', 'Version', 'Rewriting', 'Partners done', 'Read', 'Rewritten', 'Units/s', 'Started', 'Ended'];

export const stored: Area = {
  name: 'stored',
  summary: 'Stored forms: items of earlier versions are rewritten in the background',
  commands: [
    describe({
      name: 'stored forms',
      summary: 'List the forms that can be rewritten, the version that is written, and how far the rewriting is',
      examples: [['stored forms', 'again while one is rewritten: it shows the progress']],
      result: z.object({ forms: z.array(storedForm) }),
      show: ({ forms }) => table(heads, forms.map(rowOf), ''),
    }),
    describe({
      name: 'stored rewrite',
      summary:
        'Begin to rewrite the items of earlier versions of a form, continue what was stopped, or change the pace',
      arguments: [form()],
      options: [
        new Option(
          '--units-a-second <units>',
          `write units a second, 1 to ${highestPace}; default: as before, else ${usualPace}`,
        ).argParser(wholeNumber),
      ],
      examples: [
        ['stored rewrite history-entry', 'one release after the new version is written: docs/operations/deploying.md'],
        ['stored rewrite history-entry --units-a-second 20', 'slower, from the next seconds on'],
      ],
      result: storedForm,
      show: showOne,
    }),
    describe({
      name: 'stored stop',
      summary: 'Stop the rewriting of a form; "stored rewrite" continues it',
      arguments: [form()],
      examples: [['stored stop history-entry', 'what is rewritten stays so']],
      remedies: { invalid_state: '"stored forms" shows what is being rewritten.' },
      result: storedForm,
      show: showOne,
    }),
  ],
};
