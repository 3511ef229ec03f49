/** Verifies requests to a webhook endpoint with Web Crypto. https://www.standardwebhooks.com */
import { brand } from './brand.ts';
import { bytesOf, joined } from './bytes.ts';
import type { ReceivedEvent } from './schemas.ts';
import { partsOf, requiredSecretParts, shortestSecretPart } from './secret-part.ts';
import { fromBase64, keysOf, shortestKey } from './signing-key.ts';
import { objectOf } from './wire.ts';

export { shortestSecretPart };

/** The request is not from the service, or is too old. Answer 400 and ignore it. */
export class NotVerified extends Error {
  static {
    brand(this, 'NotVerified');
  }

  override readonly name = 'NotVerified';
}

/** Headers in the forms of common frameworks; names in any case. */
export type ReceivedHeaders =
  { readonly get: (name: string) => string | null } | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface Received {
  readonly headers: ReceivedHeaders;
  /** The exact bytes or text, before parsing. */
  readonly body: string | ArrayBuffer | ArrayBufferView;
}

export interface VerifyOptions {
  /** The endpoint's secret, `whsec_…`; during a rotation, both secrets. */
  readonly secret: string | readonly string[];
  /** The most seconds between the timestamp and now. Default: 300. */
  readonly tolerance?: number;
  readonly now?: () => number;
}

/** A request to the endpoint. */
export interface ReceivedAt extends Received {
  /** The address of the request: the whole URL, or path and query. */
  readonly url: string;
}

export interface CallbackOptions extends VerifyOptions {
  /**
   * The endpoint's registered URL. Its path or query must contain a secret part: 32 hexadecimal
   * digits in a row, which `openssl rand -hex 16` makes, or a UUID of version 4. The platform signs its own callbacks with a secret
   * that partners do not have, so only this part authenticates them. The rest of the address may differ, behind a proxy or a router.
   */
  readonly webhookUrl: string;
}

/** A request to the endpoint: an event of the service, or a callback about an instance, which the platform sends. */
export type ReceivedCallback =
  | { readonly from: 'service'; readonly event: ReceivedEvent }
  | { readonly from: 'platform'; readonly callback: unknown };

const bodyOf = (body: Received['body']): Uint8Array<ArrayBuffer> => {
  if (typeof body === 'string') return bytesOf(body);
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength).slice();
  // By its tag: that of another realm is no instance. A program without types may give what a framework has parsed.
  if (Object.prototype.toString.call(body) === '[object ArrayBuffer]') return new Uint8Array(body).slice();
  throw new NotVerified('the body is not the raw text or bytes of the request: it must not be parsed before');
};

const fromHex = (text: string): Uint8Array<ArrayBuffer> | null =>
  /^([0-9a-f]{2})+$/i.test(text) ? Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16)) : null;

const hasGet = (headers: ReceivedHeaders): headers is { readonly get: (name: string) => string | null } =>
  typeof headers['get'] === 'function';

const headerOf = (headers: ReceivedHeaders, name: string): string | null => {
  if (hasGet(headers)) return headers.get(name);
  const [, value] = Object.entries(headers).find(([given]) => given.toLowerCase() === name) ?? [];
  return typeof value === 'string' ? value : (value?.join(' ') ?? null);
};

/** Compares in constant time. */
const isSigned = async (
  secret: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer> | null,
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> => {
  if (signature === null) return false;
  const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  return crypto.subtle.verify('HMAC', key, signature, signed);
};

/** Whether any signature is valid with any key. */
const anyFits = async (
  keys: readonly Uint8Array<ArrayBuffer>[],
  signatures: readonly string[],
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> => {
  for (const key of keys) {
    for (const signature of signatures) {
      const [version, encoded = ''] = signature.split(',');
      if (version === 'v1' && (await isSigned(key, fromBase64(encoded), signed))) return true;
    }
  }
  return false;
};

/**
 * Verifies the signature and the time of a request to the endpoint. @returns its event
 * @throws NotVerified; TypeError when the secret is malformed
 */
export const verifyEvent = async (received: Received, options: VerifyOptions): Promise<ReceivedEvent> => {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(received.headers, name),
  );
  if (id == null || timestamp == null || signatures == null) throw new NotVerified('a webhook header is missing');
  const { tolerance = 300, now = Date.now } = options;
  const age = now() / 1000 - Number(timestamp);
  if (!(Math.abs(age) <= tolerance)) throw new NotVerified('the timestamp is too old, or in the future');
  const body = bodyOf(received.body);
  const signed = joined([bytesOf(`${id}.${timestamp}.`), body]);
  if (!(await anyFits(keysOf(options.secret), signatures.split(' '), signed))) {
    throw new NotVerified('no signature is valid');
  }
  // What is signed and is no JSON is a mistake of the service: the endpoint's answer must show it.
  const event: unknown = JSON.parse(new TextDecoder().decode(body));
  if (objectOf(event) === null) throw new NotVerified('the body is not an object');
  return event as ReceivedEvent;
};

/** Compares in a time that does not depend on where the texts differ. */
const isSameText = (given: string, wanted: string): boolean => {
  const [left, right] = [bytesOf(given), bytesOf(wanted)];
  let difference = left.length ^ right.length;
  for (const [index, byte] of right.entries()) difference |= byte ^ (left[index] ?? 0);
  return difference === 0;
};

/** Which part is missing is said by its place, since its value is a secret. */
const missingPart = (url: string, webhookUrl: string, secret: string): NotVerified => {
  const [here, registered] = [partsOf(url), partsOf(webhookUrl)];
  const place = `part ${registered.indexOf(secret) + 1} of the ${registered.length} of webhookUrl`;
  return new NotVerified(
    `the address is not that of the endpoint: ${place}, its secret part, is not among the ${here.length} parts of the request's path and query`,
  );
};

/** Only the secret parts count: a proxy or a router may change the others. @throws NotVerified */
const checkAddress = (url: string, webhookUrl: string, secrets: readonly string[]): void => {
  const parts = partsOf(url);
  const missing = secrets.find((secret) => parts.filter((part) => isSameText(part, secret)).length === 0);
  if (missing !== undefined) throw missingPart(url, webhookUrl, missing);
};

const parsed = (body: Received['body']): unknown => {
  try {
    return JSON.parse(new TextDecoder().decode(bodyOf(body)));
  } catch {
    throw new NotVerified('the body is not JSON');
  }
};

/**
 * Verifies that a request to the endpoint is from the service or from the platform. The platform's own callbacks have
 * `X-Hub-Signature-256` and no `webhook-id`. Answer each of them with 200. @returns the event or the callback
 * @throws NotVerified; TypeError when the secret is malformed, or when the endpoint's address can be guessed
 */
export const verifyCallback = async (received: ReceivedAt, options: CallbackOptions): Promise<ReceivedCallback> => {
  const secrets = requiredSecretParts(options.webhookUrl);
  if (headerOf(received.headers, 'webhook-id') !== null) {
    return { from: 'service', event: await verifyEvent(received, options) };
  }
  if (headerOf(received.headers, 'x-hub-signature-256') === null) throw new NotVerified('there is no signature');
  checkAddress(received.url, options.webhookUrl, secrets);
  return { from: 'platform', callback: parsed(received.body) };
};

/**
 * Whether `X-Hub-Signature-256` is a valid signature of the body, for receivers that already check this header. The
 * signature does not cover the time. Its key is the whole text of the secret. @throws TypeError when the secret is too short
 */
export const hasHubSignature = async (received: Received, secret: string): Promise<boolean> => {
  if (secret.length < shortestKey) throw new TypeError(`the secret must have ${shortestKey} characters or more`);
  const header = headerOf(received.headers, 'x-hub-signature-256') ?? '';
  const signature = header.startsWith('sha256=') ? fromHex(header.slice('sha256='.length)) : null;
  return isSigned(bytesOf(secret), signature, bodyOf(received.body));
};

/**
 * The challenge to answer to the handshake, GET with `hub.mode=subscribe`, with 200; null: answer 403. An empty token is refused.
 * @param query of the request, without the question mark
 */
export const challengeOf = (query: string, verifyToken: string): string | null => {
  const asked = new URLSearchParams(query);
  const isKnown = verifyToken !== '' && isSameText(asked.get('hub.verify_token') ?? '', verifyToken);
  return asked.get('hub.mode') === 'subscribe' && isKnown ? asked.get('hub.challenge') : null;
};
