import { RateLimiter, type Sampling } from '../../lambdas/api/rate-limit.ts';
import { ServiceError } from '../../lambdas/kernel/errors.ts';
import { rateLimits, type RateClass } from '../../lambdas/domain/rate.ts';
import { memoryBuckets } from '../../tools/harness/memory-bucket.ts';

const limits = rateLimits(1);
export const start = Date.UTC(2030, 0, 1);
export const exact: Sampling = { environments: Infinity, random: Math.random };

/** A call to an environment at a time. */
export interface Call {
  readonly at: number;
  readonly environment: number;
}

interface Outcome {
  readonly admitted: readonly number[];
  readonly refused: readonly ServiceError[];
  readonly writes: number;
}

/** Runs calls, in the order of their times, in as many environments as they name, with one table. */
export const play = async (
  rateClass: RateClass,
  calls: readonly Call[],
  allowed = limits,
  sampling = exact,
): Promise<Outcome> => {
  const buckets = memoryBuckets();
  const environments = new Map<number, RateLimiter>();
  const admitted: number[] = [];
  const refused: ServiceError[] = [];
  for (const { at, environment } of calls) {
    const limiter = environments.get(environment) ?? new RateLimiter(allowed, buckets.debit, sampling);
    environments.set(environment, limiter);
    await limiter.admit('partner', rateClass, at).granted.then(
      () => admitted.push(at),
      (error: unknown) => {
        if (!(error instanceof ServiceError)) throw error;
        refused.push(error);
      },
    );
  }
  return { admitted, refused, writes: buckets.writes() };
};

/** Calls at a constant rate, each to one of the environments. */
export const steady = (perSecond: number, seconds: number, environments: readonly number[]): Call[] =>
  Array.from({ length: perSecond * seconds }, (_, index) => ({
    at: start + Math.floor((index * 1000) / perSecond),
    environment: environments[index % environments.length] ?? 0,
  }));
