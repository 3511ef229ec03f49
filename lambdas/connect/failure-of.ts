import { ConnectFailure, ServiceError, type ConnectFailureCode } from '../kernel/errors.ts';
import type { InstanceError } from '../domain/instance.ts';
import { troubleOfCode } from '../domain/platform-trouble.ts';
import { hour, isoOf, type Milliseconds } from '../kernel/time.ts';
import { instanceErrorOf } from '../lines/instance-error.ts';
import { PlatformError } from '../platform/errors.ts';

/** Refusals that no repetition of the session changes, and that somebody can cure. */
const finalTroubles = [
  'account_restricted',
  'number_not_verified',
  'pin_locked',
  'registration_limit',
  'endpoint_unreachable',
] as const satisfies readonly ConnectFailureCode[];

const finalCodeOf = ({ code }: PlatformError): ConnectFailureCode | undefined =>
  finalTroubles.find((trouble) => trouble === troubleOfCode.get(code));

/** The platform counts registrations in the last 72 hours. */
const registrationLock: Milliseconds = 72 * hour;

const messageOf = ({ code, message }: PlatformError, now: Milliseconds): string =>
  code === 133016 ? `${message}; the number can be registered again by ${isoOf(now + registrationLock)}` : message;

/** Whether the error ends a session at once, though the platform counts it as throttling. */
export const isFinal = (error: unknown): boolean => error instanceof PlatformError && finalCodeOf(error) !== undefined;

/** The error as the instance and the session show it; null when it is a fault of the service. */
export const failureOf = (error: unknown, now: Milliseconds): InstanceError | null => {
  if (error instanceof PlatformError) {
    const shown = instanceErrorOf(error, now);
    const code = finalCodeOf(error);
    return code === undefined ? shown : { ...shown, code, message: messageOf(error, now) };
  }
  const isShown = error instanceof ConnectFailure || (error instanceof ServiceError && error.code === 'invalid_state');
  return isShown ? { code: error.code, message: error.message, at: isoOf(now) } : null;
};
