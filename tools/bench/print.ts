import Table from 'cli-table3';
import type { Measurement } from './section.ts';

const shown = (cell: string | number): string =>
  typeof cell === 'string' ? cell : cell.toLocaleString('en-US', { maximumFractionDigits: 2 });

export const printMeasurement = ({ title, head, rows }: Measurement): void => {
  const table = new Table({ head: [...head], style: { head: [], border: [] } });
  table.push(...rows.map((row) => row.map(shown)));
  process.stdout.write(`\n${title}\n${table.toString()}\n`);
};
