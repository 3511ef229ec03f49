import { Webhook } from 'standardwebhooks';
import type { Received } from '../receiver/inbox.ts';
import type { signatures } from './state.ts';

export type Signature = (typeof signatures)[number];

// https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md#verifying-webhook-authenticity
const toleranceMilliseconds = 5 * 60_000;

/** Checks the signature, as of the time when the request was received. @param secret `whsec_…` */
export const signatureOf = ({ headers, body, received_at: receivedAt }: Received, secret: string): Signature => {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signed } = headers;
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signed !== 'string') return 'unsigned';
  const sentAt = Number(timestamp) * 1_000;
  if (!Number.isSafeInteger(sentAt)) return 'wrong';
  // `verify` would compare the timestamp with the current time.
  const expected = new Webhook(secret).sign(id, new Date(sentAt), body);
  if (!signed.split(' ').includes(expected)) return 'wrong';
  return Math.abs(Date.parse(receivedAt) - sentAt) > toleranceMilliseconds ? 'stale' : 'verified';
};
