import type * as z from 'zod/mini';
import type { Caller } from '../domain/access.ts';
import type { ErrorCode } from '../kernel/errors.ts';
import type { Cause } from '../domain/history.ts';
import type { StoredResponse } from '../kernel/stored-response.ts';
import type { Milliseconds } from '../kernel/time.ts';
import { persist } from '../store/table/commit.ts';
import type { PartnerClaim } from '../store/table/receipts.ts';
import type { Deps } from './deps.ts';
import type { Method } from './request.ts';

export type Immutable<T> = T extends readonly (infer Item)[]
  ? readonly Immutable<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: Immutable<T[Name]> }
    : T;

export type SuccessStatus = 200 | 201 | 202;

/** A response that can be sent, and stored under an idempotency key. */
export interface Answer extends StoredResponse {
  /** Whether it is the stored response of an equal call. */
  readonly isReplay?: true;
}

/** The request context of an operation. */
export interface Call<Output> {
  readonly method: Method;
  readonly caller: Caller;
  readonly partnerId: string;
  readonly now: Milliseconds;
  readonly cause: Cause;
  /** Null on queries and on commands without a key. */
  readonly claim: PartnerClaim | null;
  /**
   * Checks the caller again by what the table has now: after calls of other systems, which take time, and before the commit.
   * @throws ServiceError unauthenticated, forbidden_role, forbidden_scope
   */
  readonly requireStanding: () => Promise<Caller>;
  /** Encodes the fields of the output schema in the success envelope. */
  readonly answer: (status: SuccessStatus, body: Immutable<Output>) => Answer;
}

/** The code of a route: its input, its output and its function. */
export interface Operation<Input extends z.ZodMiniType = z.ZodMiniType, Output extends z.ZodMiniType = z.ZodMiniType> {
  /** Parameters of the query (GET), or of the body with the selectors of the query (commands). */
  readonly input: Input;
  /** The input in the stage `local`, where it may be more. */
  readonly localInput?: Input;
  /** The rules of the input that its schema can't state. They are applied before the call's limit. @throws ServiceError */
  readonly check?: (input: z.output<Input>, now: Milliseconds) => void;
  /** The success body without `ok` and `partner_id`. */
  readonly output: Output;
  /** The schema of each entry of an array, by the array's name, where the operation judges entries one by one. */
  readonly entries?: Readonly<Record<string, z.ZodMiniType>>;
  /** The statuses of success; 200 by default. Only POST answers with 202. */
  readonly statuses?: readonly [SuccessStatus, ...SuccessStatus[]];
  /** The errors that it can give, beside those of every route with its callers and its method. OpenAPI has them. */
  readonly errors?: readonly ErrorCode[];
  /** The command takes more than one commit, so that its idempotency key needs a lease while it runs. */
  readonly actsOutside?: true;
  /** The response must not be stored, so that the idempotency key has no effect. */
  readonly ignoresIdempotencyKey?: true;
  /** Parameters that a command also accepts in its query. */
  readonly selectors?: readonly string[];
  /** Those of them that are booleans: `true`, `false`, `1` or `0` in the query. */
  readonly flags?: readonly string[];
  readonly run: (deps: Deps, call: Call<z.input<Output>>, input: z.output<Input>) => Promise<Answer>;
}

export const operation = <Input extends z.ZodMiniType, Output extends z.ZodMiniType>(
  it: Operation<Input, Output>,
): Operation<Input, Output> => it;

/** An operation that reads, decides and commits, without calls of other systems. It runs again after contention. */
export const command = <Input extends z.ZodMiniType, Output extends z.ZodMiniType>({
  run,
  ...it
}: Operation<Input, Output>): Operation<Input, Output> => ({
  ...it,
  run: (deps, call, input) => persist(deps.retryPolicy, () => run(deps, call, input)),
});
