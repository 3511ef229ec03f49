import { invalidParameter, messagingError } from './errors.ts';
import { textOf } from './simulator.ts';
import type { GraphCall, Simulator } from './simulator.ts';
import type { PhoneNumber, TwoStep } from './state.ts';

const TRIES = 5;
const LOCK_MS = { too_many: 12 * 3_600_000, too_fast: 60_000 } as const;
const FRESH: TwoStep = { pin: null, ignored: false, wrongTries: 0, lock: null };

/** `POST /{phone} {pin}`: replaces the PIN without the old one. https://developers.facebook.com/documentation/business-messaging/whatsapp/business-phone-numbers/two-step-verification */
export function replacePin({ storage }: Simulator, call: GraphCall, number: PhoneNumber): unknown {
  number.twoStep = { ...number.twoStep, pin: pinOf(call) };
  storage.changed();
  return { success: true };
}

/** @throws PlatformError unless the call has six digits */
export function pinOf(call: GraphCall): string {
  const pin = textOf(call, 'pin') ?? '';
  if (!/^\d{6}$/.test(pin)) throw invalidParameter('The parameter pin must have six digits.');
  return pin;
}

/**
 * Sets the PIN of a number that has none.
 * @throws PlatformError when the number has another, or was asked too often.
 *   https://developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes
 */
export function checkPin(number: PhoneNumber, pin: string, now: number): void {
  const { twoStep } = number;
  checkLock(twoStep, now);
  if (twoStep.ignored) return;
  if (twoStep.pin === null || twoStep.pin === pin) {
    number.twoStep = { ...twoStep, pin, wrongTries: 0, lock: null };
    return;
  }
  const wrongTries = twoStep.wrongTries + 1;
  number.twoStep =
    wrongTries < TRIES
      ? { ...twoStep, wrongTries }
      : { ...twoStep, wrongTries: 0, lock: { kind: 'too_many', until: now + LOCK_MS.too_many } };
  throw messagingError(133005, 'Two step verification PIN mismatch', 'The PIN is incorrect.');
}

function checkLock({ lock }: TwoStep, now: number): void {
  if (lock === null || lock.until <= now) return;
  const wait = `Please try again after ${Math.ceil((lock.until - now) / 60_000)} minutes.`;
  if (lock.kind === 'too_many') throw messagingError(133008, 'Too many two step verification PIN guesses', wait);
  throw messagingError(133009, 'Two step verification PIN guessed too fast', wait);
}

/** What the control API sets and returns. `other`: the number has the PIN `value`, by default an unknown one. */
export interface Pin {
  readonly state: 'none' | 'other' | 'ignored' | 'locked' | 'too_fast';
  readonly value?: string | undefined;
}

export function changePin(number: PhoneNumber, { state, value }: Pin, now: number): void {
  const pin = value ?? (number.twoStep.pin === '908172' ? '271809' : '908172');
  switch (state) {
    case 'none':
      number.twoStep = FRESH;
      return;
    case 'other':
      number.twoStep = { ...FRESH, pin };
      return;
    case 'ignored':
      number.twoStep = { ...FRESH, pin, ignored: true };
      return;
    case 'locked':
      number.twoStep = { ...FRESH, pin, lock: { kind: 'too_many', until: now + LOCK_MS.too_many } };
      return;
    case 'too_fast':
      number.twoStep = { ...FRESH, pin, lock: { kind: 'too_fast', until: now + LOCK_MS.too_fast } };
  }
}

export function describePin({ twoStep }: PhoneNumber, now: number): Pin {
  const { pin, ignored, lock } = twoStep;
  const value = pin ?? undefined;
  if (lock !== null && lock.until > now) return { state: lock.kind === 'too_many' ? 'locked' : 'too_fast', value };
  if (ignored) return { state: 'ignored', value };
  return pin === null ? { state: 'none' } : { state: 'other', value };
}
