import type { Scope } from '../../domain/access.ts';
import type { Caller, Given, Ground } from './ground.ts';

/** A call of a route, in a state that it is usual or remarkable for. */
export interface Case {
  /** The state, in a few words. */
  readonly about: string;
  /** The expected status, so that no refusal passes for a success. */
  readonly status: number;
  /** Prepares what the call needs. @returns its parameters */
  readonly given: (ground: Ground) => Given | Promise<Given>;
  /** Default: `partner`. */
  readonly as?: Caller;
  /** A command without an idempotency key. */
  readonly isKeyless?: true;
  /** The idempotency key was used before, for a call with the returned parameters. */
  readonly keyUsedFor?: (given: Given) => Given;
  /** A caller without an answer doesn't repeat it. All or nothing is done. */
  readonly isOnce?: true;
  /** Callers make it again and again, so it is measured in an environment that has answered one before. */
  readonly isRepeated?: true;
  /** Says something of large partners only. */
  readonly isLarge?: true;
  /** Changes the partner for what comes after, so it is played last. */
  readonly isLast?: true;
}

/** What is known of a route but its behavior. Descriptions, measurements, and tests derive from it; no function loads it. */
export interface Scene {
  readonly route: string;
  /** Restates the row of the route table on purpose: the authorization test compares them. */
  readonly scope: Scope | 'member';
  /** For the API description: a request, and a success body for each status, without the envelope. */
  readonly example: {
    readonly request: Given;
    readonly responses: Readonly<Partial<Record<200 | 201 | 202, Given>>>;
  };
  /** The first is the usual one. */
  readonly cases: readonly [Case, ...Case[]];
}
