import type { Clock, Milliseconds } from '../domain/time.ts';
import type { PlatformClient } from '../platform/client.ts';
import { PlatformError } from '../platform/errors.ts';

/** Begins no call after a time, so that what is left is done in the background while the browser gets its answer. */
export const until = (deadline: Milliseconds, clock: Clock, platform: PlatformClient): PlatformClient => ({
  call: (request) =>
    clock() < deadline
      ? platform.call(request)
      : Promise.reject(new PlatformError({ kind: 'transient', message: 'the rest is done in the background' })),
});
