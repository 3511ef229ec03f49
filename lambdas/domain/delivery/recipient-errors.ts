import type { ErrorCode } from './event.ts';

/**
 * The codes of failures that the recipient caused: undeliverable, re-engagement, ecosystem limit, marketing stopped.
 * https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes
 */
const recipientCodes: ReadonlySet<string> = new Set(['131026', '131047', '131049', '131062']);

export const isRecipientCaused = (code: ErrorCode): boolean => code !== null && recipientCodes.has(String(code));
