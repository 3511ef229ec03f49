import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { SealContext, Vault } from '../../lambdas/domain/vault.ts';
import { SealMismatch } from '../../lambdas/kernel/errors.ts';

const boundTo = (context: SealContext): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([context.partner_id, context.record_id, context.purpose]))
    .digest();

/** https://docs.aws.amazon.com/kms/latest/APIReference/API_Encrypt.html */
const mostSealed = 4_096;

/**
 * A vault with the guarantees of KMS: ciphertext reveals nothing, and is decrypted only with its own context.
 * @param key 32 bytes; a fixed one opens what an earlier run sealed
 */
export const testVault = (key: Buffer = randomBytes(32)): Vault => {
  return {
    seal: (text, context) => {
      if (Buffer.byteLength(text) > mostSealed) throw new Error(`KMS encrypts ${mostSealed} bytes at once`);
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(boundTo(context));
      const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return Promise.resolve(sealed.toString('base64'));
    },
    open: (sealed, context) => {
      const bytes = Buffer.from(sealed, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(boundTo(context));
      decipher.setAuthTag(bytes.subarray(-16));
      try {
        const text = Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString();
        return Promise.resolve(text);
      } catch (error) {
        return Promise.reject(new SealMismatch(context.purpose, error));
      }
    },
  };
};
