import { code, page, table } from '../../docs/markdown.ts';
import { quotas } from '../quotas.ts';
import { loadOf } from '../measured.ts';
import type { Result } from '../results.ts';
import { chartSvg, type Bar } from './chart.ts';
import { ceilingTable, goalTable, loadTable, shown } from './tables.ts';

/** Files of the page, from the project's root. */
export interface PageFile {
  readonly file: string;
  readonly text: string;
}

const loadBars = (results: readonly Result[]): readonly Bar[] =>
  results.map(({ row, at: { uses } }) => {
    const [, next] = uses;
    const share = next === undefined ? 0 : loadOf(next);
    return {
      name: row.name,
      share,
      figure: `${Math.round(Math.min(1, share) * 100)} %: ${next?.name.split(',')[0] ?? '–'}`.slice(0, 30),
    };
  });

const goalBars = (results: readonly Result[]): readonly Bar[] =>
  results.flatMap(({ row: { name }, atGoal }) =>
    atGoal === null
      ? []
      : [
          {
            name,
            share: atGoal.served / atGoal.offered,
            figure: `${shown(atGoal.served)} of ${shown(atGoal.offered)}`,
          },
        ],
  );

const about = [
  'Made by `npm run capacity -- --page`. What an operation asks of the table was recorded once from the code over DynamoDB Local',
  '(`tools/capacity/recording.json`). Most rows are arithmetic (`tools/capacity/computed/`): units and round trips of the',
  'operation, and the share of the hottest partition, whose keys the code itself plans. Two rows depend on time and are a seeded',
  "simulation of discrete events (`tools/capacity/simulated/`) with the code's own planners of pace, slots, retries and pauses.",
  'The limits of AWS are in `tools/capacity/quotas.ts`, what AWS does not publish in `tools/capacity/assumptions.ts`. No account',
  'was measured: figures are as good as the limits and assumptions are.',
].join('\n');

const ceilingsAbout = [
  'The highest rate within all limits, with the default quotas, and production as `lib/stages.ts` has it; `unknown-callers`',
  'with a throttle of 10,000 and 1,000 environments of the dispatcher. A simulated rate is the highest of which 98.5 % are served in time while no queue grows.',
  '`events` is simulated, too: a test holds the simulation to the arithmetic within 15 %. The bottlenecks are the two limits of which most is used at',
  'the ceiling. W and R are write and read units a second, with those of the index. `events` has the',
  '[list of events](adr/0024-list-of-events.md), `events-without-list` has not: the difference is what the list takes.',
  'Arithmetic has no times, so that only simulated rows have a p99. It does not show how commits meet on an item either, which is',
  'what bounds `lines-one-partner`.',
].join('\n');

const goalsAbout = [
  'The load of each goal, with the quotas that it needs, on the code as it is. *Before* is what was served of it before keys,',
  'buckets and counts were spread by the size of a partner. A goal that is missed has its reason, and, where higher quotas help, a row with them.',
  'Of `holes`, a tenth of the endpoints goes dark when the minute begins; *seconds below 90 %* is how long the others got less.',
  'Of `reports-one-partner`, folds are the limit: reports wait for them in the journal, where searches find them, but ever more of them.',
].join('\n');

const markdown = ({ heads, rows }: ReturnType<typeof ceilingTable>): string => table(heads, rows);

const quotaTable = (): string =>
  table(
    ['quota', 'value', 'what a raise changes'],
    Object.entries(quotas).map(([name, { value, unit, source, raise }]) => [
      code(name),
      `[${shown(value)} ${unit}](${source})`,
      raise,
    ]),
  );

/** The page and its charts. */
export const capacityPage = (results: readonly Result[]): readonly PageFile[] => {
  const text = page(
    '# Capacity',
    about,
    '## Ceilings',
    ceilingsAbout,
    markdown(ceilingTable(results)),
    '![How much of the next limit is used at each ceiling](capacity/next-bottlenecks.svg)',
    '## Goals',
    goalsAbout,
    markdown(goalTable(results)),
    '![What is served of each goal](capacity/goals.svg)',
    '## Loads',
    markdown(loadTable(results)),
    '## Limits of AWS',
    quotaTable(),
  );
  return [
    { file: 'docs/capacity.md', text },
    {
      file: 'docs/capacity/next-bottlenecks.svg',
      text: chartSvg({ title: 'How much of the next limit is used at each ceiling', bars: loadBars(results) }),
    },
    {
      file: 'docs/capacity/goals.svg',
      text: chartSvg({ title: 'What is served of each goal, by the code as it is', bars: goalBars(results) }),
    },
  ];
};
