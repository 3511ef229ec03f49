import { AsyncLocalStorage } from 'node:async_hooks';
import type { Milliseconds } from '../kernel/time.ts';
import { systemClock } from './clock.ts';
import { currentPiece, type Piece } from './logger.ts';

/** What an invocation's calls of one service took so far. */
interface ServiceSpent {
  readonly calls: number;
  /** The sum over the calls, those at the same time included. */
  readonly ms: Milliseconds;
  /** Attempts beyond the first of each call. */
  readonly retries: number;
}

/** A call that has ended. */
export interface MadeCall {
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

/** A call with the piece of work that made it. */
export interface OwnedCall {
  readonly made: MadeCall;
  readonly service: string;
  readonly operation: string;
  readonly piece: Piece | undefined;
  /** Of the call to the API that began this one, where that is not known of the whole piece. */
  readonly begunBy: string | undefined;
}

interface Tally {
  readonly start: Milliseconds;
  readonly services: Record<string, ServiceSpent>;
  readonly calls: OwnedCall[];
}

const mostCalls = 100;

const tallies = new AsyncLocalStorage<Tally>();

const madeOf = (calls: readonly OwnedCall[]): readonly MadeCall[] => calls.map(({ made }) => made);

/** Runs an invocation whose calls are counted. @param report gets them at the end, with when the invocation began */
export const counting = async <T>(
  run: () => Promise<T>,
  report: (calls: readonly OwnedCall[], start: Milliseconds) => void = () => undefined,
): Promise<T> => {
  const tally: Tally = { start: systemClock(), services: {}, calls: [] };
  try {
    return await tallies.run(tally, run);
  } finally {
    report(tally.calls, tally.start);
  }
};

/** What the current invocation has spent. */
export const spent = (): Spent => {
  const { services = {}, calls = [] } = tallies.getStore() ?? {};
  return { services, calls: madeOf(calls) };
};

/** The calls of the current piece of work. */
export const ownCalls = (): readonly MadeCall[] => {
  const piece = currentPiece();
  return madeOf((tallies.getStore()?.calls ?? []).filter((call) => call.piece === piece));
};

interface EndedCall {
  readonly service: string;
  readonly operation: string;
  readonly ms: Milliseconds;
  readonly attempts?: number | undefined;
  /** Of the call to the API that began this one, where that is not known of the whole piece. */
  readonly begunBy?: string | undefined;
}

/** Counts a call that ends now. */
export const spend = ({ service, operation, ms, attempts = 1, begunBy }: EndedCall): void => {
  const tally = tallies.getStore();
  if (tally === undefined) return;
  const { start, services, calls } = tally;
  const before = services[service] ?? { calls: 0, ms: 0, retries: 0 };
  services[service] = { calls: before.calls + 1, ms: before.ms + ms, retries: before.retries + attempts - 1 };
  if (calls.length === mostCalls) return;
  calls.push({
    made: { call: `${service} ${operation}`, at: systemClock() - ms - start, ms, attempts },
    service,
    operation,
    piece: currentPiece(),
    begunBy,
  });
};
