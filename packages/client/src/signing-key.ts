/** The key in an endpoint's secret. */

const prefix = 'whsec_';
/** In bytes. With a shorter key, which may be empty, others can sign. https://www.standardwebhooks.com */
export const shortestKey = 24;

export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> | null => {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
};

/** @throws TypeError */
const keyOf = (secret: string): Uint8Array<ArrayBuffer> => {
  const key = secret.startsWith(prefix) ? fromBase64(secret.slice(prefix.length)) : null;
  if (key !== null && key.length >= shortestKey) return key;
  throw new TypeError(`the secret must be ${prefix} and the Base64 of ${shortestKey} bytes or more`);
};

/** One secret, or several during a rotation. @throws TypeError */
export const keysOf = (secret: string | readonly string[]): readonly Uint8Array<ArrayBuffer>[] =>
  (typeof secret === 'string' ? [secret] : secret).map(keyOf);
