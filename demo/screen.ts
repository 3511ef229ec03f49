import { styleText } from 'node:util';
import { Presets, SingleBar } from 'cli-progress';
import { visible } from '../packages/terminal/src/visible.ts';

interface Progress {
  step(): void;
  /** So many are done. */
  reach(value: number): void;
  stop(): void;
}

/** The output of the demo. */
export interface Screen {
  heading(text: string): void;
  line(text: string): void;
  /** Aligned columns. The last one is not padded, because terminals draw some scripts in different widths. */
  table(head: readonly string[], rows: readonly (readonly string[])[]): void;
  progress(total: number): Progress;
}

/** `1 page`, `3 pages`. */
export const numberOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const margin = '   ';

const silent: Progress = { step: () => undefined, reach: () => undefined, stop: () => undefined };

const bar = (total: number): Progress => {
  const it = new SingleBar(
    { format: `${margin}{bar} {value} of {total}`, barsize: 40, hideCursor: true, clearOnComplete: true },
    Presets.shades_classic,
  );
  it.start(total, 0);
  return {
    step: () => {
      it.increment();
    },
    reach: (value) => {
      it.update(value);
    },
    stop: () => {
      it.stop();
    },
  };
};

const aligned = (rows: readonly (readonly string[])[]): string[] => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row.map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0))).join('   '),
  );
};

/** @param animated false: no progress bar, because its control characters must not be written to a file */
export const createScreen = (write: (text: string) => void, animated: boolean): Screen => {
  const styled = (text: string): void => {
    write(text === '' ? '\n' : `${margin}${text}\n`);
  };
  const line = (text: string): void => {
    styled(visible(text));
  };
  return {
    heading: (text) => {
      write(`\n${styleText('bold', visible(text))}\n`);
    },
    line,
    table: (head, rows) => {
      const [first = '', ...others] = aligned([head, ...rows.map((row) => row.map(visible))]);
      styled(styleText('dim', first));
      for (const row of others) line(row);
    },
    progress: (total) => (animated ? bar(total) : silent),
  };
};
