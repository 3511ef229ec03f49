import { code, page, table } from '../../docs/markdown.ts';
import { quotas } from '../quotas.ts';
import type { Result } from '../result.ts';
import { chartSvg, type Bar } from './chart.ts';
import { ceilingHeads, ceilingRow, goalHeads, goalRows, shown } from './rows.ts';

/** Files of the page, from the project's root. */
export interface PageFile {
  readonly file: string;
  readonly text: string;
}

const loadBars = (results: readonly Result[]): readonly Bar[] =>
  results.map(({ target, ceiling }) => {
    const [, next] = ceiling.at.resources;
    return {
      name: target.scenario.name,
      share: next?.load ?? 0,
      figure: `${Math.round(Math.min(1, next?.load ?? 0) * 100)} %: ${next?.name.split(',')[0] ?? '–'}`.slice(0, 30),
    };
  });

const goalBars = (results: readonly Result[]): readonly Bar[] =>
  results.flatMap(({ target: { scenario, goal }, atGoal }) =>
    goal === null || atGoal === null
      ? []
      : [
          {
            name: scenario.name,
            share: atGoal.served / atGoal.offered,
            figure: `${shown(atGoal.served)} of ${shown(atGoal.offered)}`,
          },
        ],
  );

const about = [
  'Made by `npm run capacity -- --page`: a seeded simulation of discrete events. It replays the calls that each operation',
  'makes of the table, recorded once from the code over DynamoDB Local (`tools/capacity/recording.json`), with new ids. Keys,',
  'shards, lanes of counts, leases of tokens, health of endpoints, retries and pauses are planned by the code itself. The',
  'limits of AWS are in `tools/capacity/quotas.ts`, what AWS does not publish in `tools/capacity/assumptions.ts`. No account',
  'was measured: figures are as good as the limits and assumptions are.',
].join('\n');

const ceilingsAbout = [
  'The highest rate of which 98.5 % are served in time while no queue grows, with the default quotas, and production as',
  '`lib/stages.ts` has it; `unknown-callers` without the throttle of the stage. *Computed* is what arithmetic says; a test',
  'holds the model to it within 15 %. Loads are shares of a limit that were used at the ceiling. `events` has the',
  '[list of events](adr/0024-list-of-events.md), `events-without-list` has not: the difference is what the list takes.',
].join('\n');

const goalsAbout = [
  'The load of each goal, with the quotas that it needs, on the code as it is. *Before* is what was served of it before keys,',
  'buckets and counts were spread by the size of a partner. A goal that is missed has its reason, and the quotas with which it is met.',
  'Of `holes`, a tenth of the endpoints goes dark when the minute begins; *seconds below 90 %* is how long the others got less.',
].join('\n');

const computedTable = (results: readonly Result[]): string =>
  table(
    ['scenario', 'load', 'counted', 'computed by'],
    results.map(({ target: { scenario, computed } }) => [
      ...[scenario.name, scenario.about, scenario.unit, computed?.by ?? '–'],
    ]),
  );

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
  const goals = results.flatMap(goalRows);
  const text = page(
    '# Capacity',
    about,
    '## Ceilings',
    ceilingsAbout,
    table(ceilingHeads, results.map(ceilingRow)),
    '![How much of the next limit is used at each ceiling](capacity/next-bottlenecks.svg)',
    '## Goals',
    goalsAbout,
    table(goalHeads, goals),
    '![What is served of each goal](capacity/goals.svg)',
    '## Loads',
    computedTable(results),
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
