import { leastServed, type Measured, type Setting } from '../measure.ts';
import type { ResourceReport } from '../model/resource.ts';
import { quotas } from '../quotas.ts';
import type { Result } from '../result.ts';
import type { Goal } from '../targets.ts';

export const shown = (figure: number): string =>
  figure.toLocaleString('en-US', { maximumFractionDigits: figure < 10 ? 1 : 0 });

const seconds = (milliseconds: number): string =>
  milliseconds < 1_000 ? `${shown(milliseconds)} ms` : `${(milliseconds / 1_000).toFixed(1)} s`;

/** The resource nearest to its limit, and its use. */
const bottleneck = ({ resources }: Measured, place: number): string => {
  const found: ResourceReport | undefined = resources[place];
  return found === undefined ? '–' : `${found.name} ${Math.min(100, Math.round(found.load * 100))} %`;
};

export const ceilingHeads = [
  'scenario',
  'ceiling',
  'served',
  'computed',
  'W',
  'R',
  'W each',
  'R each',
  'p99',
  'first bottleneck',
  'next bottleneck',
] as const;

export const ceilingRow = ({ target, ceiling }: Result): readonly string[] => {
  const { at } = ceiling;
  const each = (units: number): string => (at.served === 0 ? '–' : (units / at.served).toFixed(1));
  return [
    ...[target.scenario.name, shown(ceiling.rate), shown(at.served)],
    target.computed === null ? '–' : shown(target.computed.figure),
    ...[shown(at.write), shown(at.read), each(at.write), each(at.read), seconds(at.p99)],
    ...[bottleneck(at, 0), bottleneck(at, 1)],
  ];
};

export const goalHeads = [
  'scenario',
  'before',
  'offered',
  'served',
  'share',
  'result',
  'seconds below 90 %',
  'W',
  'R',
  'p99',
  'first bottleneck',
  'next bottleneck',
] as const;

const goalRow = (name: string, { before, bound }: Goal, measured: Measured): readonly string[] => {
  const { offered, served, write, read, p99, dip } = measured;
  const share = offered === 0 ? 0 : Math.min(1, served / offered);
  const missed = `missed by ${shown(offered - served)}: ${bound ?? bottleneck(measured, 0)}`;
  return [
    ...[name, shown(before), shown(offered), shown(served), `${shown(100 * share)} %`],
    ...[share >= leastServed ? 'met' : missed, shown(dip), shown(write), shown(read), seconds(p99)],
    ...[bottleneck(measured, 0), bottleneck(measured, 1)],
  ];
};

const quotasOf = ({ raised: { tableWrites, tableReads } }: Setting): string =>
  `${shown(tableWrites ?? quotas.tableWrites.value)} W and ${shown(tableReads ?? quotas.tableReads.value)} R`;

/** A row for the quotas of the goal, and one for those that are enough for it. */
export const goalRows = ({
  target: { scenario, goal },
  atGoal,
  withEnough,
}: Result): readonly (readonly string[])[] => {
  if (goal === null || atGoal === null) return [];
  const row = goalRow(scenario.name, goal, atGoal);
  if (goal.enough === undefined || withEnough === null) return [row];
  return [row, goalRow(`${scenario.name}, with ${quotasOf(goal.enough)}`, goal, withEnough)];
};
