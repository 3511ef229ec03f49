import type { InstanceError } from '../domain/instance.ts';
import { isoOf, type Milliseconds } from '../domain/time.ts';
import { PlatformError } from '../platform/errors.ts';

/** What the platform refused with, fit to be kept on the line and shown; anything else is not for showing and is thrown. */
export const instanceErrorOf = (error: unknown, now: Milliseconds): InstanceError => {
  if (!(error instanceof PlatformError)) throw error;
  const code = error.code === undefined ? error.kind : `${error.kind}_${error.code}`;
  return { code, message: error.message, at: isoOf(now) };
};
