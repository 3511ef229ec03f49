import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import CliTable from 'cli-table3';
import type { Result } from '../results.ts';
import { capacityPage } from './page.ts';
import { ceilingTable, goalTable } from './tables.ts';

const root = path.join(import.meta.dirname, '../../..');

const isText = (head: string): boolean =>
  ['scenario', 'by', 'result', 'first bottleneck', 'next bottleneck'].includes(head);

const print = (title: string, { heads, rows }: ReturnType<typeof ceilingTable>): void => {
  const table = new CliTable({
    head: [...heads],
    colAligns: heads.map((head) => (isText(head) ? 'left' : 'right')),
    style: { head: [], border: [], compact: true },
  });
  table.push(...rows.map((row) => [...row]));
  console.log(`\n${title}\n${table.toString()}`);
};

export const printResults = (results: readonly Result[]): void => {
  print('Ceilings with the default quotas', ceilingTable(results));
  const goals = goalTable(results);
  if (goals.rows.length > 0) print('What is served of the goals, with their quotas', goals);
};

export const writePage = async (results: readonly Result[]): Promise<void> => {
  for (const { file, text } of capacityPage(results)) {
    const place = path.join(root, file);
    await mkdir(path.dirname(place), { recursive: true });
    await writeFile(place, text);
    console.log(file);
  }
};
