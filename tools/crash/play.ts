import type { Environment } from './environment.ts';
import type { Stage } from './stage.ts';
import type { Told } from './told.ts';

/**
 * Who comes again when a call was not answered: a client with the same idempotency key, a queue or a stream that brings
 * the same message again, a browser that loads the page again. Nobody: the operator looks, and finds all or nothing.
 */
export type Again = 'client' | 'queue' | 'nobody';

/** A command or the work of a worker, ready to be carried out by any process, again and again. */
export interface Attempt {
  readonly again: Again;
  /** How the answer begins when nothing goes wrong. */
  readonly expected?: string;
  /** What an answer may say otherwise when it comes later: how far something has come. */
  readonly progress?: RegExp;
  /** An endpoint that does not answer in time is no endpoint: then it may be refused, and nothing done. */
  readonly asksEndpoint?: boolean;
  readonly act: (it: Environment) => Promise<Told>;
  /** What else happens before the end is looked at. */
  readonly afterwards?: (it: Environment) => Promise<void>;
}

export interface Play {
  /** The command or the worker. */
  readonly name: string;
  readonly about: string;
  readonly prepare: (stage: Stage) => Promise<Attempt>;
}
