import { InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import { usageMeasures } from '../../lambdas/domain/usage/usage-day.ts';
import { describe, type Area, type CommandInput } from '../description.ts';
import type { CommandResult } from '../function-answer.ts';
import type { Stage } from '../stage.ts';

const line = z.object({
  partner_id: z.string(),
  line: z.enum(['usage', 'correction']),
  date: z.string(),
  slots_peak: z.int(),
  slot_days: z.int(),
  lines_connected: z.int(),
  customers_active: z.int(),
  events_delivered: z.int(),
  reports: z.int(),
  calls: z.int(),
});

const exported = z.object({
  month: z.string(),
  billing: z.enum(['production', 'test']),
  format: z.enum(['csv', 'json']),
  lines: z.array(line),
  cursor: z.string().nullable(),
});
type Exported = z.infer<typeof exported>;

const columns = ['partner_id', 'line', 'date', ...usageMeasures] as const;

/** No value has a comma, a quote or a line break. */
const csvOf = ({ month, billing, lines }: Exported): string =>
  [
    ['month', 'billing', ...columns].join(','),
    ...lines.map((it) => [month, billing, ...columns.map((column) => it[column])].join(',')),
  ].join('\n');

const jsonOf = ({ month, billing, lines }: Exported): string => JSON.stringify({ month, billing, lines }, null, 2);

/** Asks page after page. */
const askAll = async (stage: Stage, input: CommandInput): Promise<CommandResult> => {
  const first = await stage.run('usage export', input);
  const lines = [...exported.parse(first).lines];
  for (let { cursor } = exported.parse(first); cursor !== null;) {
    const page = exported.parse(await stage.run('usage export', { ...input, after: cursor }));
    lines.push(...page.lines);
    cursor = page.cursor;
  }
  return { ...first, lines, cursor: null };
};

const begun = z.object({ partners: z.int(), left: z.int(), first_day: z.string() });

/** Runs until no partner is left. */
const beginAll = async (stage: Stage): Promise<CommandResult> => {
  let partners = 0;
  for (;;) {
    const some = begun.parse(await stage.run('usage begin', {}));
    partners += some.partners;
    if (some.left === 0) return { ...some, partners };
  }
};

const month = (text: string): string => {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) throw new InvalidArgumentError('It must be a month, such as 2026-10.');
  return text;
};

export const usage: Area = {
  name: 'usage',
  summary: 'What billing needs: the usage of all partners',
  commands: [
    describe({
      name: 'usage begin',
      summary: 'Begin the usage of partners that are older than the recording of usage, with the next UTC day',
      examples: [['usage begin', 'once, after the version that records usage was deployed; later it changes nothing']],
      result: begun,
      ask: beginAll,
      show: ({ partners, first_day: day }) =>
        partners === 0
          ? 'The usage of every partner is recorded.'
          : `The usage of ${partners} partners begins on ${day}.`,
    }),
    describe({
      name: 'usage export',
      summary: 'Print the usage of a closed month of all partners as CSV or JSON: the same text at any time',
      options: [
        new Option('--month <month>', 'the UTC month, such as 2026-10').argParser(month).makeOptionMandatory(),
        new Option('--format <format>', 'the form of the lines').choices(['csv', 'json']).default('csv'),
      ],
      examples: [
        ['usage export --month 2026-10', 'from the second day of the next month on; "> FILE" keeps it'],
        ['usage export --month 2026-10 --format json', 'the same lines as JSON'],
      ],
      remedies: {
        invalid_state:
          'A day is closed 6 to 7 hours after its end (UTC). If this one is older, look for overdue work of the queue "fold".',
      },
      result: exported,
      ask: askAll,
      show: (result) => (result.format === 'csv' ? csvOf(result) : jsonOf(result)),
    }),
  ],
};
