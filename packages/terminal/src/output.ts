import { createInterface } from 'node:readline/promises';
import { inspect } from 'node:util';
import { visibleLines } from './visible.ts';

/**
 * What command lines write themselves: bold, dim, red, green, yellow, their ends, and the clearing of a line.
 * https://en.wikipedia.org/wiki/ANSI_escape_code
 */
const own = /(\u001b\[(?:1|2|22|31|32|33|39)m|\r\u001b\[2K)/;

const shown = (text: string): string =>
  text
    .split(own)
    .map((part) => (own.test(part) ? part : visibleLines(part)))
    .join('');

/** Writes to the standard output. */
export const print = (text: string): void => {
  process.stdout.write(shown(text));
};

/** Writes to the standard error. */
export const complain = (text: string): void => {
  process.stderr.write(shown(text));
};

/** Writes an unexpected error to the standard error, with its stack. */
export const complainOf = (error: unknown): void => {
  complain(`${inspect(error)}\n`);
};

/** Asks on the standard error, so that a question is never part of the output that a script reads. */
export const ask = async (question: string): Promise<string> => {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await lines.question(visibleLines(question));
  } finally {
    lines.close();
  }
};
