import type { MadeCall } from './steps.ts';

const fewestColumns = 10;

const tookOf = ({ ms, attempts }: MadeCall): string => `${ms} ms${attempts > 1 ? ` in ${attempts} attempts` : ''}`;

/** Calls on a line of time: when each began, and how long it took. */
export const waterfall = (calls: readonly MadeCall[], columns: number): readonly string[] => {
  const inOrder = calls.toSorted((left, right) => left.at - right.at);
  const end = Math.max(1, ...calls.map(({ at, ms }) => at + ms));
  const nameColumns = Math.max(0, ...calls.map(({ call }) => call.length));
  const tookColumns = Math.max(0, ...calls.map((one) => tookOf(one).length));
  const barColumns = Math.max(fewestColumns, columns - nameColumns - tookColumns - 4);
  return inOrder.map((one) => {
    const begin = Math.min(barColumns - 1, Math.floor((Math.max(0, one.at) / end) * barColumns));
    const width = Math.min(barColumns - begin, Math.max(1, Math.round((one.ms / end) * barColumns)));
    const bar = `${' '.repeat(begin)}${'━'.repeat(width)}`.padEnd(barColumns);
    return `${one.call.padEnd(nameColumns)}  ${bar}  ${tookOf(one).padStart(tookColumns)}`;
  });
};
