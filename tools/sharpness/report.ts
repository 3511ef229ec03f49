import path from 'node:path';
import Table from 'cli-table3';
import { equivalents, isEquivalent } from './equivalent.ts';
import type { Mutant } from './mutants.ts';
import type { Verdict } from './trial.ts';

export interface Tried extends Verdict {
  readonly mutant: Mutant;
}

const survives = ({ bySuites, byWorld }: Verdict): boolean => !bySuites && !byWorld;

export const isUnexplained = (tried: Tried): boolean =>
  survives(tried) && !equivalents.some((one) => isEquivalent(tried.mutant, one));

export const shownMutant = ({ file, line, mutator, before, after }: Mutant): string =>
  `${file}:${line}: ${mutator}\n  - ${before}\n  + ${after}`;

/** The share of the mutants that are killed, of those that are not equivalent. */
export const scoreOf = (tried: readonly Tried[]): number => {
  const [killed, survived] = [tried.filter((one) => !survives(one)).length, tried.filter(isUnexplained).length];
  return killed === 0 && survived === 0 ? 1 : killed / (killed + survived);
};

const count = (tried: readonly Tried[], of: (one: Tried) => boolean): number => tried.filter(of).length;

const row = (room: string, tried: readonly Tried[]): readonly (string | number)[] => [
  room,
  tried.length,
  count(tried, ({ bySuites }) => bySuites),
  count(tried, ({ byWorld }) => byWorld),
  count(tried, isUnexplained),
  count(tried, (one) => survives(one) && !isUnexplained(one)),
  `${Math.floor(100 * scoreOf(tried))} %`,
];

const roomOf = ({ file }: Mutant): string => path.dirname(file).split('/').slice(0, 3).join('/');

/** The figures by folder of the functions. */
export const sharpnessTable = (tried: readonly Tried[]): string => {
  const table = new Table({
    head: ['room', 'mutants', 'killed by suites', 'killed by the world', 'survived', 'equivalent', 'score'],
    style: { head: [], border: [] },
  });
  const rooms = Map.groupBy(tried, ({ mutant }) => roomOf(mutant));
  for (const room of Array.from(rooms.keys()).toSorted()) table.push([...row(room, rooms.get(room) ?? [])]);
  table.push([...row('all', tried)]);
  return table.toString();
};
