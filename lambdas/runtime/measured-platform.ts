import type { Clock, Milliseconds } from '../kernel/time.ts';
import { PlatformError, type PlatformErrorKind } from '../platform/errors.ts';
import type { PlatformClient } from '../platform/client.ts';
import type { Log } from './logger.ts';
import { spend } from './spent.ts';
import { embedded, type Measures } from '../kernel/metrics.ts';

/** Failures of the platform are transient and unknown errors. A rejected number or token is none. */
const measuresOf = (kind: PlatformErrorKind | null, milliseconds: Milliseconds): Measures => ({
  platform_call_milliseconds: milliseconds,
  ...((kind === 'transient' || kind === 'unknown') && { platform_calls_failed: 1 }),
  ...(kind === 'throttled' && { platform_calls_over_budget: 1 }),
});

const withoutIds = (path: string): string => path.replaceAll(/\d+/g, '*');

/** Logs each call without its path and its response, which contain numbers and tokens. */
export const measuredPlatform = (client: PlatformClient, clock: Clock, log: Log): PlatformClient => ({
  call: async (request) => {
    const start = clock();
    const report = (error: PlatformError | null): void => {
      const now = clock();
      const operation = `${request.method} ${withoutIds(request.path)}`;
      spend({ service: 'platform', operation, ms: now - start });
      log.info('platform call', {
        waba_id: request.wabaId,
        error: error?.kind ?? null,
        code: error?.code ?? null,
        status: error?.status ?? null,
        ...embedded(now, measuresOf(error?.kind ?? null, now - start)),
      });
    };
    try {
      const answer = await client.call(request);
      report(null);
      return answer;
    } catch (error) {
      if (error instanceof PlatformError) report(error);
      throw error;
    }
  },
});
