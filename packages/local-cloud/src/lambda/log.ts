import { closeSync, openSync, writeSync } from 'node:fs';

interface LogLine {
  readonly at: string;
  readonly functionName: string;
  readonly requestId: string | undefined;
  readonly text: string;
}

/** The output of the functions by lines: the newest lines in memory, all lines of this run in a file. */
export interface FunctionLog {
  readonly lines: readonly LogLine[];
  write(functionName: string, requestId: string | undefined, text: string): void;
  readonly close: () => void;
}

const kept = 20_000;

/** @param file is overwritten; `undefined`: in memory only */
export const openFunctionLog = (file: string | undefined): FunctionLog => {
  const descriptor = file === undefined ? undefined : openSync(file, 'w');
  const lines: LogLine[] = [];
  let open = true;
  return {
    lines,
    write: (functionName, requestId, text) => {
      if (!open) return;
      const at = new Date().toISOString();
      for (const line of text.replace(/\n$/, '').split('\n')) {
        lines.push({ at, functionName, requestId, text: line });
        if (descriptor !== undefined) writeSync(descriptor, `${at} ${functionName} ${requestId ?? '-'} ${line}\n`);
      }
      if (lines.length > 2 * kept) lines.splice(0, lines.length - kept);
    },
    close: () => {
      open = false;
      if (descriptor !== undefined) closeSync(descriptor);
    },
  };
};
