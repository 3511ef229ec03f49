import * as z from 'zod/mini';
import { jsonOf } from './budget.ts';

/**
 * What the window of a sign-up reported to the page that opened it. The browser may have changed it.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/embedded-signup/implementation
 */
export type SessionInfo =
  | {
      readonly kind: 'finished';
      readonly businessId: string | null;
      readonly wabaId: string | null;
      readonly phoneNumberId: string | null;
      /** Whether the number is one of the business app. */
      readonly isOnBusinessApp: boolean;
    }
  | {
      readonly kind: 'stopped';
      /** The screen at which the person left. */
      readonly step: string | null;
      readonly errorCode: string | null;
      /** The platform's reference for its support. */
      readonly sessionId: string | null;
    };

const longest = 8_192;

const Message = z.object({
  type: z.literal('WA_EMBEDDED_SIGNUP'),
  event: z.string(),
  data: z.catch(z.record(z.string(), z.unknown()), {}),
});

const matching = (value: unknown, pattern: RegExp): string | null => {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && pattern.test(text) ? text : null;
};

/** A part of paths of the Graph API. */
const idOf = (value: unknown): string | null => matching(value, /^\d{1,30}$/);
/** A word for the log and for addresses. */
const wordOf = (value: unknown): string | null => matching(value, /^[\w-]{1,64}$/);

const businessAppEvent = 'FINISH_WHATSAPP_BUSINESS_APP_ONBOARDING';

/** @param text the message's JSON, or empty. @returns null for any other text */
export const sessionInfoOf = (text: string): SessionInfo | null => {
  const parsed = text.length > longest ? undefined : Message.safeParse(jsonOf(text));
  if (parsed?.success !== true) return null;
  const { event, data } = parsed.data;
  if (event.startsWith('FINISH')) {
    return {
      kind: 'finished',
      businessId: idOf(data['business_id']),
      wabaId: idOf(data['waba_id']),
      phoneNumberId: idOf(data['phone_number_id']),
      isOnBusinessApp: event === businessAppEvent,
    };
  }
  if (event !== 'CANCEL' && event !== 'ERROR') return null;
  return {
    kind: 'stopped',
    step: wordOf(data['current_step']),
    // Older versions have the other name.
    errorCode: wordOf(data['error_code']) ?? wordOf(data['error_id']),
    sessionId: wordOf(data['session_id']),
  };
};
