import Table from 'cli-table3';
import type { Result } from '../result.ts';
import { ceilingHeads, ceilingRow, goalHeads, goalRows } from './rows.ts';

const isFigure = (head: string): boolean =>
  !['scenario', 'result', 'first bottleneck', 'next bottleneck'].includes(head);

const print = (title: string, heads: readonly string[], rows: readonly (readonly string[])[]): void => {
  const table = new Table({
    head: [...heads],
    colAligns: heads.map((head) => (isFigure(head) ? 'right' : 'left')),
    style: { head: [], border: [], compact: true },
  });
  table.push(...rows.map((row) => [...row]));
  console.log(`\n${title}\n${table.toString()}`);
};

export const printResults = (results: readonly Result[]): void => {
  print('Ceilings with the default quotas', ceilingHeads, results.map(ceilingRow));
  const goals = results.flatMap(goalRows);
  if (goals.length > 0) print('What is served of the goals, with their quotas', goalHeads, goals);
};
