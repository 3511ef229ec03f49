import { createHmac, timingSafeEqual } from 'node:crypto';
import { seconds, type Milliseconds } from '../time.ts';

/**
 * Signatures of what is sent to partners (Standard Webhooks 1.0.0 beside X-Hub-Signature-256), and the check of what
 * the platform sends. https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
const prefix = 'whsec_';

/** The secrets in force, oldest first: one, and two while a rotation runs. */
export type SigningSecrets = readonly [string, ...string[]];

export interface SignedHeaders {
  readonly 'webhook-id': string;
  /** Unix seconds of this attempt, not of the event. */
  readonly 'webhook-timestamp': string;
  /** One `v1,…` for each secret, the newest last. */
  readonly 'webhook-signature': string;
  /** Keyed with the whole `whsec_…` string of the newest secret. */
  readonly 'x-hub-signature-256': string;
}

/** @param random 24 to 64 random bytes. */
export const signingSecretFrom = (random: Uint8Array): string => {
  const secret = prefix + Buffer.from(random).toString('base64');
  keyOf(secret);
  return secret;
};

/** @throws Error, without the secret, when it is not `whsec_` and the base64 of 24 to 64 bytes. */
const keyOf = (secret: string): Buffer => {
  const encoded = secret.startsWith(prefix) ? secret.slice(prefix.length) : '';
  const key = Buffer.from(encoded, 'base64');
  // Buffer skips what is not base64, so a damaged secret would quietly become a weaker one.
  if (key.toString('base64') !== encoded || key.length < 24 || key.length > 64) {
    throw new Error('a signing secret is not whsec_ and the base64 of 24 to 64 bytes');
  }
  return key;
};

/**
 * Headers of one attempt.
 * @param id the event's id, the same on every attempt; without a dot, which separates the signed parts.
 * @param body the exact bytes that are sent.
 */
export const signedHeaders = (
  secrets: SigningSecrets,
  id: string,
  now: Milliseconds,
  body: Uint8Array,
): SignedHeaders => {
  const timestamp = String(seconds(now));
  const signatures = secrets.map((secret) => {
    const mac = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.`).update(body);
    return `v1,${mac.digest('base64')}`;
  });
  const newest = secrets.at(-1) ?? secrets[0];
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
    'x-hub-signature-256': hubSignature(newest, body),
  };
};

/** `sha256=` and the HMAC in hexadecimal, keyed with the bytes of the string as it stands. */
export const hubSignature = (secret: string, body: Uint8Array): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

/**
 * Whether the platform signed these raw bytes with the app's secret. Takes the same time for every wrong signature.
 * @throws Error when the app's secret is empty, with which anybody could sign.
 */
export const isSignedByPlatform = (appSecret: string, rawBody: Uint8Array, header: string | undefined): boolean => {
  if (appSecret === '') throw new Error('the app secret is empty');
  if (header === undefined || !/^sha256=[0-9a-f]{64}$/.test(header)) return false;
  return timingSafeEqual(Buffer.from(header), Buffer.from(hubSignature(appSecret, rawBody)));
};
