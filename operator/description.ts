import { calls } from '../local/calls.ts';
import type { Argument, Option } from 'commander';
import type { z } from 'zod';
import { visibleRecord, visibleValue } from '../packages/terminal/src/visible.ts';
import type { CommandResult } from './function-answer.ts';
import type { Stage } from './stage.ts';

/** How people call the program. Examples begin with it, so that they can be copied. */
export const callName = calls.operator;

/** The input of a command, under the field names of the operator function. */
export type CommandInput = Readonly<Record<string, unknown>>;

/** Work that takes more than one call of the function. The person may stop waiting: the work goes on, or can be started again. */
export interface LongWork<Result> {
  /** The next command to call; null when the work has ended. */
  readonly next: (
    result: Result,
    input: CommandInput,
  ) => { readonly name: string; readonly input: CommandInput } | null;
  /** Combines the answers so far with the next one. */
  readonly join: (before: Result, result: Result) => Result;
  /** The text that shows the progress. */
  readonly progress: (result: Result) => string;
  /** The time between two calls, in milliseconds. */
  readonly pause: number;
  /** Why the work failed; null when it did not. */
  readonly failure?: (result: Result) => string | null;
}

interface Words {
  /** The name of the command here and at the operator function, such as `keys issue` or `doctor`. */
  readonly name: string;
  readonly summary: string;
  /** `<partner-id>` is the input's `partner_id`. */
  readonly arguments?: readonly Argument[];
  /** `--expires-in-days <days>` is the input's `expires_in_days`. */
  readonly options?: readonly Option[];
  /** Each example: the arguments, and what they are for. */
  readonly examples: readonly (readonly [line: string, purpose: string])[];
  /** The question to confirm a command that can't be undone. It may need to ask the stage first what the command is about. */
  readonly question?: (input: CommandInput, open: () => Promise<Stage>) => string | Promise<string>;
  /** What to do about a refusal, by the service's error code. */
  readonly remedies?: Readonly<Record<string, string>>;
}

/** A command of the operator function, as the command line offers it. */
export interface CommandDescription extends Words {
  /** By default the operator function's answer alone. */
  readonly ask: (stage: Stage, input: CommandInput) => Promise<CommandResult>;
  /**
   * The result for people.
   * @param columns of the terminal
   * @param call what a command begins with that is to be copied
   * @throws Error when it is not the result of this command
   */
  readonly show: (result: unknown, columns: number, call?: string) => string;
  readonly long: LongWork<unknown> | null;
}

/** Commands about one thing; or one command, which has the area's name. */
export interface Area {
  readonly name: string;
  readonly summary: string;
  readonly commands: readonly CommandDescription[];
}

interface Described<Result> {
  readonly result: z.ZodType<Result>;
  /** Where the answer of the operator function is not all: what is asked, and what it comes to. */
  readonly ask?: CommandDescription['ask'];
  readonly show: (result: Result, columns: number, call: string) => string;
  readonly long?: LongWork<Result>;
}

/** The same work with results that are parsed first. */
const parsing = <Result>(schema: z.ZodType<Result>, long: LongWork<Result>): LongWork<unknown> => ({
  next: (result, input) => long.next(schema.parse(result), input),
  join: (before, result) => long.join(schema.parse(before), schema.parse(result)),
  progress: (result) => long.progress(schema.parse(visibleValue(result))),
  pause: long.pause,
  failure: (result) => long.failure?.(schema.parse(visibleValue(result))) ?? null,
});

/** Answers for a question to a person. */
const shownBy = (stage: Stage): Stage => ({
  ...stage,
  run: async (command, input) => visibleRecord(await stage.run(command, input)),
});

/** What people read of an answer has no control characters; what programs read has them. */
export const describe = <Result>(described: Words & Described<Result>): CommandDescription => {
  const { result: schema, ask, show, question, long, ...rest } = described;
  return {
    ...rest,
    ask: ask ?? ((stage, input) => stage.run(rest.name, input)),
    ...(question !== undefined && { question: (input, open) => question(input, async () => shownBy(await open())) }),
    show: (result, columns, call = callName) => show(schema.parse(visibleValue(result)), columns, call),
    long: long === undefined ? null : parsing(schema, long),
  };
};
