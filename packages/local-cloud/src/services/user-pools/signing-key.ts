import { createHash, createPrivateKey, createPublicKey, generateKeyPair, sign, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { JsonFile } from '../json-file.ts';

export interface SigningKey {
  /** The JSON Web Key Set with the public key: https://www.rfc-editor.org/rfc/rfc7517 */
  readonly jwks: { readonly keys: readonly object[] };
  /** A signed token with these claims. */
  readonly sign: (claims: object) => string;
}

const stored = z.object({ kty: z.literal('RSA') }).and(z.record(z.string(), z.string()));
const publicJwk = z.object({ kty: z.literal('RSA'), n: z.string(), e: z.string() });

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const keyIn = async (file: JsonFile): Promise<KeyObject> => {
  const kept: unknown = await file.read();
  if (kept !== undefined) return createPrivateKey({ key: stored.parse(kept), format: 'jwk' });
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  await file.write(privateKey.export({ format: 'jwk' }));
  return privateKey;
};

/** The key of this machine, which is made at the first start. Its tokens prove nothing elsewhere. */
export const openSigningKey = async (file: JsonFile): Promise<SigningKey> => {
  const privateKey = await keyIn(file);
  const { kty, n, e } = publicJwk.parse(createPublicKey(privateKey).export({ format: 'jwk' }));
  // https://www.rfc-editor.org/rfc/rfc7638
  const kid = createHash('sha256').update(JSON.stringify({ e, kty, n })).digest('base64url');
  return {
    jwks: { keys: [{ kid, kty, n, e, alg: 'RS256', use: 'sig' }] },
    sign: (claims) => {
      const content = `${encoded({ kid, alg: 'RS256' })}.${encoded(claims)}`;
      return `${content}.${sign('sha256', Buffer.from(content), privateKey).toString('base64url')}`;
    },
  };
};
