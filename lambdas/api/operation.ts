import type * as z from 'zod/mini';
import type { Caller } from '../domain/access.ts';
import type { Cause } from '../domain/history.ts';
import type { StoredResponse } from '../domain/idempotency.ts';
import type { Milliseconds } from '../domain/time.ts';
import type { PartnerClaim } from '../store/table/receipts.ts';
import type { Deps } from './deps.ts';
import type { Method } from './request.ts';

/** The same data, promised not to be changed. */
export type Immutable<T> = T extends readonly (infer Item)[]
  ? readonly Immutable<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: Immutable<T[Name]> }
    : T;

export type SuccessStatus = 200 | 201 | 202;

/** An answer ready to send, and ready to be stored as the answer to an idempotency key. */
export interface Answer extends StoredResponse {
  readonly headers?: Readonly<Record<string, string>>;
}

/** One call as an operation sees it: who, when, why, and under which idempotency key. */
export interface Call<Output> {
  readonly method: Method;
  readonly caller: Caller;
  readonly partnerId: string;
  readonly now: Milliseconds;
  readonly cause: Cause;
  /** Null on queries and on commands without a key. */
  readonly claim: PartnerClaim | null;
  /** Encodes what the output schema declares, and only that, inside the success envelope. */
  readonly answer: (status: SuccessStatus, body: Immutable<Output>) => Answer;
}

/** What a route does: what it takes, what it gives, and the function. */
export interface Operation<Input extends z.ZodMiniType = z.ZodMiniType, Output extends z.ZodMiniType = z.ZodMiniType> {
  /** Parameters of the query (GET), or of the body joined with the selectors of the query (commands). */
  readonly input: Input;
  /** The success body without `ok` and `partner_id`. */
  readonly output: Output;
  /** What each entry of an array must satisfy, by the array's name, where entries are judged one by one by the function. */
  readonly entries?: Readonly<Record<string, z.ZodMiniType>>;
  /** What it succeeds with; 200 when left out. 202 is an answer of POST alone. */
  readonly statuses?: readonly [SuccessStatus, ...SuccessStatus[]];
  /** Whether the command takes more than one commit, so that its idempotency key needs a lease while it runs. */
  readonly actsOutside?: true;
  /** A command whose answer must not be stored has no use for a key. */
  readonly ignoresIdempotencyKey?: true;
  /** Parameters that a command may also take from its query. */
  readonly selectors?: readonly string[];
  readonly run: (deps: Deps, call: Call<z.input<Output>>, input: z.output<Input>) => Promise<Answer>;
}

export const operation = <Input extends z.ZodMiniType, Output extends z.ZodMiniType>(
  it: Operation<Input, Output>,
): Operation<Input, Output> => it;
