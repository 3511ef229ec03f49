import { leastServed, loadOf, type Measured, type Use } from '../measured.ts';
import { quotas, type Limits } from '../quotas.ts';
import type { Result } from '../results.ts';

export const shown = (figure: number): string =>
  figure.toLocaleString('en-US', { maximumFractionDigits: figure < 10 ? 1 : 0 });

const seconds = (milliseconds: number): string =>
  milliseconds < 1_000 ? `${shown(milliseconds)} ms` : `${(milliseconds / 1_000).toFixed(1)} s`;

/** The resource nearest to its limit, and its use. */
const bottleneck = ({ uses }: Measured, place: number): string => {
  const found: Use | undefined = uses[place];
  return found === undefined ? '–' : `${found.name} ${Math.min(100, Math.round(loadOf(found) * 100))} %`;
};

interface Table {
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export const ceilingTable = (results: readonly Result[]): Table => ({
  heads: ['scenario', 'ceiling', 'by', 'W', 'R', 'W each', 'R each', 'p99', 'first bottleneck', 'next bottleneck'],
  rows: results.map(({ row, ceiling, at, simulated }) => {
    const each = (units: number): string => (units / ceiling).toFixed(1);
    return [
      row.name,
      shown(ceiling),
      simulated === null ? row.by.kind : `computed; simulated: ${shown(simulated)}`,
      shown(at.write),
      shown(at.read),
      each(at.write),
      each(at.read),
      at.times === null ? '–' : seconds(at.times.p99),
      bottleneck(at, 0),
      bottleneck(at, 1),
    ];
  }),
});

const missed = (unit: string, measured: Measured): string => {
  const { offered, served, parts } = measured;
  const units = parts?.map(({ name, write }) => `${Number(write.toPrecision(2))} for the ${name}`).join(', ');
  const takes = units === undefined ? '' : `; W of each: ${units}`;
  return `missed by ${shown(offered - served)} ${unit}: ${bottleneck(measured, 0)}${takes}`;
};

const quotasOf = ({ tableWrites, tableReads }: Partial<Limits>): string =>
  `${shown(tableWrites ?? quotas.tableWrites.value)} W and ${shown(tableReads ?? quotas.tableReads.value)} R`;

/** A row for the quotas of the goal, and one for those that are enough for it. */
const goalRows = ({ row: { name, unit, goal }, atGoal, withEnough }: Result): readonly (readonly string[])[] => {
  const rowOf = (title: string, measured: Measured | null): readonly (readonly string[])[] => {
    if (goal === null || measured === null) return [];
    const { offered, served, times } = measured;
    const share = Math.min(1, served / offered);
    return [
      [
        title,
        shown(goal.before),
        shown(offered),
        shown(served),
        `${shown(100 * share)} %`,
        share >= leastServed ? 'met' : missed(unit, measured),
        times === null ? '–' : shown(times.dip),
        shown(measured.write),
        shown(measured.read),
        times === null ? '–' : seconds(times.p99),
        bottleneck(measured, 0),
        bottleneck(measured, 1),
      ],
    ];
  };
  return [...rowOf(name, atGoal), ...rowOf(`${name}, with ${quotasOf(goal?.enough ?? {})}`, withEnough)];
};

export const goalTable = (results: readonly Result[]): Table => ({
  heads: [
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
  ],
  rows: results.flatMap(goalRows),
});

/** `table, W: 40,000 ÷ 13` */
const arithmetic = ({ row, ceiling, at: { uses } }: Result): string => {
  const [first] = uses;
  if (row.by.kind === 'simulated' || first === undefined) return 'a simulation';
  return `${first.name}: ${shown(first.limit)} ÷ ${Number((first.used / ceiling).toPrecision(3))}`;
};

export const loadTable = (results: readonly Result[]): Table => ({
  heads: ['scenario', 'load', 'counted', 'ceiling by'],
  rows: results.map((result) => [result.row.name, result.row.about, result.row.unit, arithmetic(result)]),
});
