import { AsyncLocalStorage } from 'node:async_hooks';
import type { Milliseconds } from '../kernel/time.ts';

/** What an invocation's calls of one service took so far. */
interface ServiceSpent {
  readonly calls: number;
  /** The sum over the calls, those at the same time included. */
  readonly ms: Milliseconds;
  /** Attempts beyond the first of each call. */
  readonly retries: number;
}

/** By service: `dynamodb`, `kms` and others of AWS, `platform`, `endpoint`. */
export type Spent = Readonly<Record<string, ServiceSpent>>;

const tallies = new AsyncLocalStorage<Record<string, ServiceSpent>>();

/** Runs an invocation whose calls are counted. */
export const counting = <T>(run: () => T): T => tallies.run({}, run);

/** What the current invocation has spent. */
export const spent = (): Spent => tallies.getStore() ?? {};

/** Counts a call that has ended. */
export const spend = (service: string, ms: Milliseconds, attempts = 1): void => {
  const tally = tallies.getStore();
  if (tally === undefined) return;
  const before = tally[service] ?? { calls: 0, ms: 0, retries: 0 };
  tally[service] = { calls: before.calls + 1, ms: before.ms + ms, retries: before.retries + attempts - 1 };
};
