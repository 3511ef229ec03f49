import Table from 'cli-table3';
import type { Divergence, Verdict } from './trial.ts';

const longest = 600;

export const printDivergence = ({ play }: Verdict, { fault, call, differences }: Divergence, most: number): void => {
  console.log(`\n${play.name}: ${play.about}: ${fault.kind}, call ${fault.call}: ${call}`);
  for (const difference of differences.slice(0, most)) console.log(`    ${difference.slice(0, longest)}`);
};

/** A table with a row for each command and worker. */
export const tableOf = (verdicts: readonly Verdict[]): string => {
  const table = new Table({
    head: ['command or worker', 'case', 'calls', 'runs', 'came again', 'divergences'],
    style: { head: [], border: [] },
    colAligns: ['left', 'left', 'right', 'right', 'right', 'right'],
  });
  for (const { play, calls, runs, repeated, divergences } of verdicts) {
    table.push([play.name, play.about, calls, runs, repeated, divergences.length]);
  }
  return table.toString();
};
