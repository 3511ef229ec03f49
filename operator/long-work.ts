import { z } from 'zod';
import type { CommandDescription, CommandInput } from './description.ts';
import type { CommandResult } from './function-answer.ts';
import type { Stage } from './stage.ts';
import type { Terminal } from './terminal.ts';

const resultForm = z.record(z.string(), z.unknown());

/** Moves to the beginning of the line and clears it: https://en.wikipedia.org/wiki/ANSI_escape_code */
const again = '\r\u001b[2K';

/** Says how far the work is on standard error: over and over in one line to a person, a line each time it changes else. */
const progressOn = (terminal: Terminal | null) => {
  let said = '';
  return {
    say: (text: string): void => {
      if (terminal === null || text === said) return;
      said = text;
      terminal.error(terminal.interactive ? `${again}${text}` : `${text}\n`);
    },
    end: (): void => {
      if (terminal?.interactive === true && said !== '') terminal.error(again);
    },
  };
};

/**
 * Runs a command, and what follows from its answers until the work is over.
 * @param terminal where progress is shown; null: nowhere
 */
export const finish = async (
  stage: Stage,
  { ask, long }: CommandDescription,
  input: CommandInput,
  terminal: Terminal | null,
  sleep: Terminal['sleep'],
): Promise<CommandResult> => {
  const { wait, ...asked } = input;
  let result = await ask(stage, asked);
  if (long === null || wait === false) return result;
  const progress = progressOn(terminal);
  try {
    for (let next = long.next(result, asked); next !== null; next = long.next(result, asked)) {
      progress.say(long.progress(result));
      await sleep(long.pause);
      const answer = await stage.run(next.name, next.input);
      result = resultForm.parse(long.join(result, answer));
    }
  } finally {
    progress.end();
  }
  return result;
};
