import type { Environment } from './environment.ts';
import type { Stage } from './stage.ts';
import type { Told } from './told.ts';

/**
 * Who repeats a call without an answer: a client with the same idempotency key or a browser that loads the page again, or
 * a queue or a stream that delivers the same message again. `nobody`: the operator checks, and finds all or nothing done.
 */
export type Again = 'client' | 'queue' | 'nobody';

/** A command or the work of a worker, which any process can carry out repeatedly. */
export interface Attempt {
  readonly again: Again;
  /** The beginning of the answer of an undisturbed run. */
  readonly expected?: string;
  /** The part of an answer that may differ in a repetition: the progress of work. */
  readonly progress?: RegExp;
  /** Whether it calls the endpoint. Without an answer of the endpoint it may be refused without any effect. */
  readonly asksEndpoint?: boolean;
  readonly act: (it: Environment) => Promise<Told>;
  /** Runs before the end state is read. */
  readonly afterwards?: (it: Environment) => Promise<void>;
}

export interface Play {
  /** The command or the worker. */
  readonly name: string;
  readonly about: string;
  /** Whether its preparation stores items of earlier versions, which the code does not write any more. */
  readonly plantsEarlierItems?: boolean;
  readonly prepare: (stage: Stage) => Promise<Attempt>;
}
