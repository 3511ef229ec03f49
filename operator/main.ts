import { CommanderError } from 'commander';
import { z } from 'zod';
import { visible, visibleJson, visibleLines } from '../packages/terminal/src/visible.ts';
import { stateOption } from '../local/state-file.ts';
import { callName, type Area, type CommandDescription, type CommandInput } from './description.ts';
import { exitCodes, Failure } from './failure.ts';
import { createProgram } from './program.ts';
import { finish } from './long-work.ts';
import type { OpenStage } from './open-stage.ts';
import { stages, type StageChoice } from './stage.ts';
import type { Terminal } from './terminal.ts';

const flag = z.boolean().default(false);
const globalOptions = z.object({ stage: z.enum(stages), state: z.string(), json: flag, yes: flag });

/** What to do about a refusal, for every command. */
const commonRemedies: Readonly<Record<string, string>> = {
  not_found: '"partners list" lists the partners of the stage; --stage chooses another stage',
  unknown_route: 'the stage runs a version without this command: deploy it first',
  temporarily_unavailable: 'try again in a moment',
};

const confirm = async (terminal: Terminal, question: () => Promise<string>): Promise<void> => {
  if (!terminal.interactive) {
    throw new Failure(
      'usage',
      'not_confirmed',
      "this command can't be undone and needs a confirmation, and this is not an interactive terminal",
      {
        next: 'add --yes to confirm it',
      },
    );
  }
  const answer = await terminal.ask(visibleLines(`${await question()}\nType "yes" to go on: `));
  if (answer.trim().toLowerCase() !== 'yes') throw new Failure('usage', 'not_confirmed', 'nothing was done');
};

const remedied = (error: unknown, { name, remedies }: CommandDescription): unknown => {
  if (!(error instanceof Failure) || error.next !== undefined) return error;
  const help = `${callName} ${name} --help shows the arguments`;
  const next = error.code === 'validation_failed' ? help : (remedies?.[error.code] ?? commonRemedies[error.code]);
  return new Failure(error.kind, error.code, error.message, { next, details: error.details, cause: error });
};

const report = (terminal: Terminal, failure: Failure, json: boolean): void => {
  const { code, message, next, details } = failure;
  if (json) terminal.out(visibleJson({ error: { code, message, details, next } }));
  // The words of the service are one line; those of this program may be several.
  const named = failure.kind === 'refused' ? visible(`${message} (${code})`) : visibleLines(message);
  terminal.error(`error: ${named}\n${next === undefined ? '' : `  next: ${visible(next)}\n`}`);
};

/** What a command for the same stage begins with. */
const callOf = (stage: StageChoice, stateFile: string): string =>
  `${callName}${stage === 'local' ? stateOption(visible(stateFile)) : ` --stage ${stage}`}`;

/** Node.js reads bytes that are not UTF-8 as U+FFFD. @throws Failure `usage` */
const requireUtf8 = (argv: readonly string[]): void => {
  const damaged = argv.find((argument) => argument.includes('\ufffd'));
  if (damaged === undefined) return;
  throw new Failure('usage', 'usage', `the argument "${damaged}" has bytes that are not UTF-8`, {
    next: 'set the terminal and the script to UTF-8',
  });
};

/** Runs the command line. @returns the exit code */
export const main = async (
  argv: readonly string[],
  areas: readonly Area[],
  terminal: Terminal,
  openStage: OpenStage,
): Promise<number> => {
  const carry = async (description: CommandDescription, input: CommandInput): Promise<void> => {
    const { stage: choice, state, json, yes } = globalOptions.parse(program.opts());
    const { question } = description;
    const rethrow = (error: unknown): never => {
      throw remedied(error, description);
    };
    if (question !== undefined && !yes) {
      const where = choice === 'local' ? '' : `On ${choice}: `;
      const asked = async () => `${where}${await question(input, () => openStage(choice, state))}`;
      await confirm(terminal, () => asked().catch(rethrow));
    }
    const stage = await openStage(choice, state);
    const result = await finish(stage, description, input, json ? null : terminal, terminal.sleep).catch(rethrow);
    const failure = description.long?.failure?.(result) ?? null;
    // One JSON document: that of the error has the result.
    if (json && failure === null) terminal.out(visibleJson(result));
    if (!json) terminal.out(`${description.show(result, terminal.columns, callOf(choice, state))}\n`);
    if (failure === null) return;
    const more = json ? { details: result } : {};
    throw remedied(new Failure('refused', 'invalid_state', failure, more), description);
  };
  const program = createProgram(areas, terminal, carry);
  try {
    requireUtf8(argv);
    await program.parseAsync(argv, { from: 'user' });
    return exitCodes.done;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.done;
    if (!(error instanceof Failure)) throw error;
    // The arguments may not have been parsed.
    report(terminal, error, argv.includes('--json'));
    return exitCodes[error.kind];
  }
};
