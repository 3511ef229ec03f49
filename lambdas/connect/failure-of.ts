import { ConnectFailure, ServiceError, type ConnectFailureCode } from '../kernel/errors.ts';
import type { InstanceError } from '../domain/instance.ts';
import { hour, isoOf, type Milliseconds } from '../kernel/time.ts';
import { instanceErrorOf } from '../lines/instance-error.ts';
import { PlatformError } from '../platform/errors.ts';

/**
 * Refusals that no repetition of the session changes, and that somebody can cure.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes
 */
const codes: ReadonlyMap<number | undefined, ConnectFailureCode> = new Map([
  [368, 'account_restricted'],
  [131031, 'account_restricted'],
  [133006, 'number_not_verified'],
  [133008, 'pin_locked'],
  [133009, 'pin_locked'],
  [133016, 'registration_limit'],
  // The handshake of the partner's endpoint.
  [2200, 'endpoint_unreachable'],
  [2201, 'endpoint_unreachable'],
]);

/** The platform counts registrations in the last 72 hours. */
const registrationLock: Milliseconds = 72 * hour;

const messageOf = ({ code, message }: PlatformError, now: Milliseconds): string =>
  code === 133016 ? `${message}; the number can be registered again by ${isoOf(now + registrationLock)}` : message;

/** Whether the error ends a session at once, though the platform counts it as throttling. */
export const isFinal = (error: unknown): boolean => error instanceof PlatformError && codes.has(error.code);

/** The error as the instance and the session show it; null when it is a fault of the service. */
export const failureOf = (error: unknown, now: Milliseconds): InstanceError | null => {
  if (error instanceof PlatformError) {
    const shown = instanceErrorOf(error, now);
    const code = codes.get(error.code);
    return code === undefined ? shown : { ...shown, code, message: messageOf(error, now) };
  }
  const isShown = error instanceof ConnectFailure || (error instanceof ServiceError && error.code === 'invalid_state');
  return isShown ? { code: error.code, message: error.message, at: isoOf(now) } : null;
};
