import { closeSync, openSync, writeSync } from 'node:fs';

/** A log: the newest lines in memory, all lines of this run in a file. */
export interface LineLog {
  readonly lines: readonly string[];
  readonly write: (line: string) => void;
  readonly close: () => void;
}

const kept = 10_000;

/** @param file is overwritten; `undefined`: in memory only */
export const openLineLog = (file: string | undefined): LineLog => {
  let descriptor = file === undefined ? undefined : openSync(file, 'w');
  const lines: string[] = [];
  return {
    lines,
    write: (line) => {
      lines.push(line);
      if (lines.length > 2 * kept) lines.splice(0, lines.length - kept);
      if (descriptor !== undefined) writeSync(descriptor, `${line}\n`);
    },
    close: () => {
      if (descriptor !== undefined) closeSync(descriptor);
      descriptor = undefined;
    },
  };
};
