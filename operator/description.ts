import type { Argument, Option } from 'commander';
import type { z } from 'zod';
import type { CommandResult } from './function-answer.ts';
import type { Stage } from './stage.ts';

/** What a command takes, by the service's names for it. */
export type CommandInput = Readonly<Record<string, unknown>>;

/** Work that one run of the function does not finish. The person may walk away from it: it goes on, or can be begun again. */
export interface LongWork<Result> {
  /** What to ask next; null when the work is over. */
  readonly next: (
    result: Result,
    input: CommandInput,
  ) => { readonly name: string; readonly input: CommandInput } | null;
  /** What the answers so far amount to. */
  readonly join: (before: Result, result: Result) => Result;
  /** How far it has come. */
  readonly progress: (result: Result) => string;
  /** Between two questions. */
  readonly pause: number;
  /** Why it ended badly; null when it did not. */
  readonly failure?: (result: Result) => string | null;
}

interface Words {
  /** The words that call it, here and at the operator function: `keys issue`, or `doctor`. */
  readonly name: string;
  readonly summary: string;
  /** `<partner-id>` is the input's `partner_id`. */
  readonly arguments?: readonly Argument[];
  /** `--expires-in-days <days>` is the input's `expires_in_days`. */
  readonly options?: readonly Option[];
  /** What follows the program's name, and what it is for. */
  readonly examples: readonly (readonly [line: string, purpose: string])[];
  /** The question before what can't be undone. */
  readonly question?: (input: CommandInput) => string;
  /** What to do about a refusal, by the service's error code: the words of another command and why. */
  readonly remedies?: Readonly<Record<string, string>>;
}

/** A command of the operator function, as the command line offers it. */
export interface CommandDescription extends Words {
  /** By default the operator function's answer alone. */
  readonly ask: (stage: Stage, input: CommandInput) => Promise<CommandResult>;
  /** The result for people. @param columns of the terminal @throws Error when it is not the result of this command */
  readonly show: (result: unknown, columns: number) => string;
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
  readonly show: (result: Result, columns: number) => string;
  readonly long?: LongWork<Result>;
}

/** The same work over results that are not yet known to be its own. */
const parsing = <Result>(schema: z.ZodType<Result>, long: LongWork<Result>): LongWork<unknown> => ({
  next: (result, input) => long.next(schema.parse(result), input),
  join: (before, result) => long.join(schema.parse(before), schema.parse(result)),
  progress: (result) => long.progress(schema.parse(result)),
  pause: long.pause,
  failure: (result) => long.failure?.(schema.parse(result)) ?? null,
});

export const describe = <Result>(described: Words & Described<Result>): CommandDescription => {
  const { result: schema, ask, show, long, ...rest } = described;
  return {
    ...rest,
    ask: ask ?? ((stage, input) => stage.run(rest.name, input)),
    show: (result, columns) => show(schema.parse(result), columns),
    long: long === undefined ? null : parsing(schema, long),
  };
};
