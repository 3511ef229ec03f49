import type { Measured } from '../measure.ts';
import type { ResourceReport } from '../model/resource.ts';
import type { Result } from '../result.ts';

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
  'seconds below 90 %',
  'W',
  'R',
  'p99',
  'first bottleneck',
  'next bottleneck',
] as const;

export const goalRow = ({ target, atGoal }: Result): readonly string[] | null => {
  if (atGoal === null) return null;
  const share = atGoal.offered === 0 ? 0 : Math.min(1, atGoal.served / atGoal.offered);
  return [
    ...[
      target.scenario.name,
      shown(target.goal?.before ?? 0),
      shown(atGoal.offered),
      shown(atGoal.served),
      `${shown(100 * share)} %`,
      shown(atGoal.dip),
    ],
    ...[shown(atGoal.write), shown(atGoal.read), seconds(atGoal.p99), bottleneck(atGoal, 0), bottleneck(atGoal, 1)],
  ];
};
