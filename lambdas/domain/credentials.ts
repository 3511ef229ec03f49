import { hash } from 'node:crypto';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Base62 text, whose length depends on the number of bytes only. */
export const base62 = (bytes: Uint8Array): string => {
  let value = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  let text = '';
  for (let left = Math.ceil((bytes.length * 8) / Math.log2(62)); left > 0; left -= 1) {
    text = digits.charAt(Number(value % 62n)) + text;
    value /= 62n;
  }
  return text;
};

export type KeyEnvironment = 'live' | 'test';

export const publishableKey = (environment: KeyEnvironment, random: Uint8Array): string =>
  `pk_${environment}_${base62(random)}`;

export const partnerKeyText = (environment: KeyEnvironment, keyId: string, secret: string): string =>
  `partner_${environment}_${keyId}_${secret}`;

/** The maxima allow longer keys later and keep a key id within the size of a table key. */
const partnerKeyForm = /^partner_(live|test)_([0-9A-Za-z]{1,64})_([0-9A-Za-z]{1,128})$/;

/** The parts of a partner key; null when the text is no key of this environment. */
export const parsePartnerKey = (
  environment: KeyEnvironment,
  text: string,
): { readonly keyId: string; readonly secret: string } | null => {
  const [, where, keyId, secret] = partnerKeyForm.exec(text) ?? [];
  return where === environment && keyId !== undefined && secret !== undefined ? { keyId, secret } : null;
};

/** A hash without salt is enough, because secrets are random. */
export const secretHashOf = (secret: string): string => hash('sha256', secret, 'base64url');
