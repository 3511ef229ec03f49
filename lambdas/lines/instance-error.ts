import type { InstanceError } from '../domain/instance.ts';
import { isoOf, type Milliseconds } from '../kernel/time.ts';
import { PlatformError } from '../platform/errors.ts';

/** A platform error as it is stored and shown. @throws every other error */
export const instanceErrorOf = (error: unknown, now: Milliseconds): InstanceError => {
  if (!(error instanceof PlatformError)) throw error;
  const code = error.code === undefined ? error.kind : `${error.kind}_${error.code}`;
  return { code, message: error.message, at: isoOf(now) };
};
