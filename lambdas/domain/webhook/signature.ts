import { createHmac, timingSafeEqual } from 'node:crypto';
import { seconds, type Milliseconds } from '../../kernel/time.ts';

/**
 * The signatures of requests to partners (Standard Webhooks 1.0.0 and X-Hub-Signature-256), and the verification of the
 * platform's requests. https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
const prefix = 'whsec_';

/** The current secrets, oldest first: one, or two and more after a rotation. */
export type SigningSecrets = readonly [string, ...string[]];

export interface SignedHeaders {
  readonly 'webhook-id': string;
  /** The Unix seconds of this attempt, not of the event. */
  readonly 'webhook-timestamp': string;
  /** One `v1,…` for each secret, the newest last. */
  readonly 'webhook-signature': string;
  /** Keyed with the whole `whsec_…` string of the oldest secret: a receiver that knows it alone can verify until the overlap ends. */
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
  // Buffer ignores characters that are not base64, so a damaged secret would become a weaker one without an error.
  if (key.toString('base64') !== encoded || key.length < 24 || key.length > 64) {
    throw new Error('a signing secret is not whsec_ and the base64 of 24 to 64 bytes');
  }
  return key;
};

/**
 * The headers of one attempt.
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
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
    'x-hub-signature-256': hubSignature(secrets[0], body),
  };
};

/** `sha256=` and the HMAC in hexadecimal. The key is the bytes of the string itself. */
export const hubSignature = (secret: string, body: Uint8Array): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

/**
 * Whether the platform signed these raw bytes with the app's secret. It takes the same time for every wrong signature.
 * @throws Error when the app's secret is empty, because anyone could sign with it
 */
export const isSignedByPlatform = (appSecret: string, rawBody: Uint8Array, header: string | undefined): boolean => {
  if (appSecret === '') throw new Error('the app secret is empty');
  if (header === undefined || !/^sha256=[0-9a-f]{64}$/.test(header)) return false;
  return timingSafeEqual(Buffer.from(header), Buffer.from(hubSignature(appSecret, rawBody)));
};
