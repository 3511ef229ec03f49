import { createHash } from 'node:crypto';

/**
 * The most bytes of a message, and of the messages that are sent at once. AWS takes 1 MiB, and took 256 KiB before August 2025, which some
 * regions may still do: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-messages.html
 */
export const mostQueueBytes = 250_000;
/** The most messages that are sent at once. */
export const queueBatch = 10;

const escaped = (unit: string): string => String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * A value as JSON that SQS takes as a message. JSON already escapes lone surrogates and all control characters that SQS refuses; U+FFFE and
 * U+FFFF are left. https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html
 */
export const queueText = (value: unknown): string => JSON.stringify(value).replaceAll(/[\ufffe\uffff]/g, escaped);

/** The same value in ASCII, so that its length is its size. */
export const asciiText = (value: unknown): string => JSON.stringify(value).replaceAll(/[\u007f-\uffff]/g, escaped);

/** A name as a message group: SQS takes 1 to 128 letters, digits and punctuation marks. Others are replaced by their digest. */
export const queueGroup = (name: string): string =>
  /^[!-~]{1,128}$/.test(name) ? name : createHash('sha256').update(name).digest('base64url');
