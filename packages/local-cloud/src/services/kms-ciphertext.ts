import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

export type EncryptionContext = Readonly<Record<string, string>>;

const version = 1;
const idLength = 16;
const ivLength = 12;
const tagLength = 16;
const headerLength = 1 + idLength + ivLength + tagLength;

/** Version, key id, nonce, tag, ciphertext. The encryption context is authenticated and not stored, as in KMS. */
export const seal = (keyId: string, material: Buffer, context: EncryptionContext, plaintext: Buffer): Buffer => {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv('aes-256-gcm', material, iv).setAAD(canonical(context));
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  const id = Buffer.from(keyId.replaceAll('-', ''), 'hex');
  return Buffer.concat([Buffer.of(version), id, iv, cipher.getAuthTag(), ciphertext]);
};

/** undefined: the blob was changed, or encrypted with another context or key. */
export const open = (material: Buffer, context: EncryptionContext, blob: Buffer): Buffer | undefined => {
  if (keyIdOf(blob) === undefined) return undefined;
  const iv = blob.subarray(1 + idLength, 1 + idLength + ivLength);
  const tag = blob.subarray(1 + idLength + ivLength, headerLength);
  const decipher = createDecipheriv('aes-256-gcm', material, iv, { authTagLength: tagLength });
  try {
    const plaintext = decipher.setAAD(canonical(context)).setAuthTag(tag).update(blob.subarray(headerLength));
    return Buffer.concat([plaintext, decipher.final()]);
  } catch {
    return undefined;
  }
};

/** The id of the key that the blob was encrypted with. */
export const keyIdOf = (blob: Buffer): string | undefined => {
  if (blob.length < headerLength || blob[0] !== version) return undefined;
  const hex = blob.subarray(1, 1 + idLength).toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};

const canonical = (context: EncryptionContext): Buffer =>
  Buffer.from(JSON.stringify(Object.entries(context).sort(([a], [b]) => (a < b ? -1 : 1))));
