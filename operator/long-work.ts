import { z } from 'zod';
import type { CommandDescription, CommandInput } from './description.ts';
import type { CommandResult } from './function-answer.ts';
import type { Stage } from './stage.ts';
import type { Terminal } from './terminal.ts';

const resultForm = z.record(z.string(), z.unknown());

/** Moves to the beginning of the line and clears it: https://en.wikipedia.org/wiki/ANSI_escape_code */
const again = '\r\u001b[2K';

/** Shows the progress on standard error: in one line that is rewritten on a terminal, else in a new line after each change. */
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
 * Runs a command, and the commands that its answers ask for, until the work has ended.
 * @param terminal where progress is shown; null: not shown
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
