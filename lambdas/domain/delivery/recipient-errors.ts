import type { ErrorCode } from '@swift-worker/time-index/event.ts';

/**
 * The codes of failures that are not held against a line: the recipient caused them, or could not be sent this kind of message.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes
 */
export const recipientCodes = [
  // The recipient is in an experiment of the platform, which delivers no marketing to it.
  130472,
  // Sender and recipient are the same.
  131021,
  // The recipient can't be reached.
  131026,
  // The recipient wrote more than 24 hours ago.
  131047,
  // The platform's limit of marketing messages to one person.
  131049,
  // The recipient stopped marketing messages.
  131050,
  // This kind of message can't be sent to a business-scoped user id.
  131062,
  // Another failure on the side of the recipient.
  137000,
] as const;

const texts: ReadonlySet<string> = new Set(recipientCodes.map(String));

export const isRecipientCaused = (code: ErrorCode): boolean => code !== null && texts.has(String(code));
