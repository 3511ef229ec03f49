// For Node.js ≥ 20, Deno, Bun and Workers: it needs Web Crypto only.

const toleranceInSeconds = 300;
const shortestKey = 24;
const utf8 = new TextEncoder();

const hmac = async (key: Uint8Array<ArrayBuffer>, data: Uint8Array<ArrayBuffer>): Promise<string> => {
  const imported = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return String.fromCharCode(...new Uint8Array(await crypto.subtle.sign('HMAC', imported, data)));
};

/** The time depends only on the lengths. */
const isEqual = (given: string, expected: string): boolean => {
  if (given.length !== expected.length) return false;
  let difference = 0;
  for (let index = 0; index < given.length; index += 1) {
    difference |= given.charCodeAt(index) ^ expected.charCodeAt(index);
  }
  return difference === 0;
};

const joined = (left: Uint8Array, right: Uint8Array): Uint8Array<ArrayBuffer> => {
  const all = new Uint8Array(left.length + right.length);
  all.set(left);
  all.set(right, left.length);
  return all;
};

/** The key of a secret. @throws TypeError: with an empty secret anybody can sign */
const keyOf = (secret: string): Uint8Array<ArrayBuffer> => {
  const key = /^whsec_[\w+/]+=*$/.test(secret) ? atob(secret.slice('whsec_'.length)) : '';
  if (key.length < shortestKey) throw new TypeError('the secret must be whsec_ and the Base64 of 24 bytes or more');
  return Uint8Array.from(key, (character) => character.charCodeAt(0));
};

/**
 * Whether the service signed the request (Standard Webhooks).
 * @param body the raw bytes, before parsing
 * @param secrets one, or two during a rotation
 * @param now Unix seconds
 * @throws TypeError when a secret is malformed
 */
export const isSigned = async (
  headers: Headers,
  body: Uint8Array,
  secrets: readonly string[],
  now: number = Math.floor(Date.now() / 1000),
): Promise<boolean> => {
  const id = headers.get('webhook-id');
  const timestamp = headers.get('webhook-timestamp') ?? '';
  const signatures = (headers.get('webhook-signature') ?? '').split(' ');
  if (id === null || !/^[0-9]{1,15}$/.test(timestamp)) return false;
  if (Math.abs(now - Number(timestamp)) > toleranceInSeconds) return false;
  const signed = joined(utf8.encode(`${id}.${timestamp}.`), body);
  for (const key of secrets.map(keyOf)) {
    const expected = `v1,${btoa(await hmac(key, signed))}`;
    if (signatures.some((signature) => isEqual(signature, expected))) return true;
  }
  return false;
};

/**
 * Whether the header X-Hub-Signature-256 is valid. It does not cover the time: the same request is valid for ever.
 * @throws TypeError when a secret is too short
 */
export const isHubSigned = async (
  headers: Headers,
  body: Uint8Array<ArrayBuffer>,
  secrets: readonly string[],
): Promise<boolean> => {
  const given = headers.get('x-hub-signature-256') ?? '';
  for (const secret of secrets) {
    if (secret.length < shortestKey) throw new TypeError('the secret must have 24 characters or more');
    const bytes = Array.from(await hmac(utf8.encode(secret), body), (character) => character.charCodeAt(0));
    const expected = `sha256=${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
    if (isEqual(given, expected)) return true;
  }
  return false;
};
