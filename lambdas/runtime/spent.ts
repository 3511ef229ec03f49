import { AsyncLocalStorage } from 'node:async_hooks';
import type { Milliseconds } from '../kernel/time.ts';
import { systemClock } from './clock.ts';

/** What an invocation's calls of one service took so far. */
interface ServiceSpent {
  readonly calls: number;
  /** The sum over the calls, those at the same time included. */
  readonly ms: Milliseconds;
  /** Attempts beyond the first of each call. */
  readonly retries: number;
}

/** A call that has ended. */
interface MadeCall {
  /** The service and its operation: `dynamodb GetItem`, `platform GET /*`. */
  readonly call: string;
  /** When it began, since the invocation did. */
  readonly at: Milliseconds;
  readonly ms: Milliseconds;
  readonly attempts: number;
}

export interface Spent {
  /** By service: `dynamodb`, `kms` and others of AWS, `platform`, `endpoint`. */
  readonly services: Readonly<Record<string, ServiceSpent>>;
  /** In the order of their ends, the first hundred. */
  readonly calls: readonly MadeCall[];
}

interface Tally extends Spent {
  readonly start: Milliseconds;
  readonly services: Record<string, ServiceSpent>;
  readonly calls: MadeCall[];
}

const mostCalls = 100;

const tallies = new AsyncLocalStorage<Tally>();

export const nothingSpent: Spent = { services: {}, calls: [] };

/** Runs an invocation whose calls are counted. */
export const counting = <T>(run: () => T): T => tallies.run({ start: systemClock(), services: {}, calls: [] }, run);

/** What the current invocation has spent. */
export const spent = (): Spent => tallies.getStore() ?? nothingSpent;

/** Counts a call that ends now. */
export const spend = (service: string, operation: string, ms: Milliseconds, attempts = 1): void => {
  const tally = tallies.getStore();
  if (tally === undefined) return;
  const { start, services, calls } = tally;
  const before = services[service] ?? { calls: 0, ms: 0, retries: 0 };
  services[service] = { calls: before.calls + 1, ms: before.ms + ms, retries: before.retries + attempts - 1 };
  if (calls.length === mostCalls) return;
  calls.push({ call: `${service} ${operation}`, at: systemClock() - ms - start, ms, attempts });
};
