import { isOnBusinessApp } from './number-fields.ts';
import type { SignedUp } from './sign-up.ts';
import { digits } from './state.ts';

/**
 * What the window of a sign-up posts to the page that opened it, besides the code. It is a JSON string on the wire.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/embedded-signup/implementation
 */
export function finished({ waba, number }: SignedUp): string {
  const { id: waba_id, portfolioId: business_id } = waba;
  if (number === null) return message('FINISH_ONLY_WABA', { waba_id, business_id });
  if (isOnBusinessApp(number)) return message('FINISH_WHATSAPP_BUSINESS_APP_ONBOARDING', { waba_id });
  return message('FINISH', { phone_number_id: number.id, waba_id, business_id });
}

/** The person closed the window at a screen. */
export function cancelled(step: string): string {
  return message('CANCEL', { current_step: step });
}

/** The person reported an error and left. https://developers.facebook.com/documentation/business-messaging/whatsapp/embedded-signup/errors */
export function failed(now: number): string {
  return message('CANCEL', {
    error_message: 'The display name is not allowed.',
    error_code: '100100100',
    session_id: digits(16),
    timestamp: String(Math.floor(now / 1_000)),
  });
}

function message(event: string, data: Readonly<Record<string, string>>): string {
  return JSON.stringify({ type: 'WA_EMBEDDED_SIGNUP', event, version: '3', data });
}
