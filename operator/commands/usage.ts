import { InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import { describe, type Area, type CommandInput } from '../description.ts';
import type { CommandResult } from '../function-answer.ts';
import type { Stage } from '../stage.ts';
import { usageExport, usageExportText } from '../usage-export.ts';

/** Asks page after page. */
const askAll = async (stage: Stage, input: CommandInput): Promise<CommandResult> => {
  const first = await stage.run('usage export', input);
  const lines = [...usageExport.parse(first).lines];
  for (let { cursor } = usageExport.parse(first); cursor !== null;) {
    const page = usageExport.parse(await stage.run('usage export', { ...input, after: cursor }));
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
      result: usageExport,
      ask: askAll,
      show: usageExportText,
    }),
  ],
};
