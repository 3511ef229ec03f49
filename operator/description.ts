import type { Argument, Option } from 'commander';
import type { z } from 'zod';

/** What a command takes, by the service's names for it. */
export type CommandInput = Readonly<Record<string, unknown>>;

interface Described {
  /** The words that call it, here and at the operator function: `keys issue`. */
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
export interface CommandDescription extends Described {
  /** The result for people. */
  readonly show: (result: unknown) => string;
}

/** Commands about one thing. */
export interface Area {
  readonly name: string;
  readonly summary: string;
  readonly commands: readonly CommandDescription[];
}

export const describe = <Result>(
  described: Described & { readonly result: z.ZodType<Result>; readonly show: (result: Result) => string },
): CommandDescription => {
  const { result: schema, show, ...rest } = described;
  return { ...rest, show: (result) => show(schema.parse(result)) };
};
