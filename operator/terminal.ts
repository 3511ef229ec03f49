import { setTimeout } from 'node:timers/promises';
import { ask, complain, print } from '../packages/terminal/src/output.ts';

/** The terminal of a run. */
export interface Terminal {
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
  /** Whether a person can be asked. */
  readonly interactive: boolean;
  /** Whether standard output shows styles. */
  readonly styled: boolean;
  /** Characters of a line. */
  readonly columns: number;
  readonly ask: (question: string) => Promise<string>;
  readonly sleep: (milliseconds: number) => Promise<void>;
}

/** A narrower line cuts the text into single words. */
const leastColumns = 40;
const usualColumns = 120;

/** Characters of a line of an output. A pipe has no width, and a terminal without a size says 0, such as that of `docker exec -t`. */
export const columnsOf = ({ isTTY, columns }: { readonly isTTY: boolean; readonly columns: number }): number =>
  isTTY && columns > 0 ? Math.max(columns, leastColumns) : usualColumns;

export const processTerminal = (): Terminal => ({
  out: print,
  error: complain,
  interactive: process.stdin.isTTY && process.stderr.isTTY,
  styled: process.stdout.isTTY && process.stdout.hasColors(),
  columns: columnsOf({ isTTY: process.stdout.isTTY, columns: process.stdout.columns }),
  sleep: (milliseconds) => setTimeout(milliseconds),
  ask,
});
