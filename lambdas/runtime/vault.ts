import { DecryptCommand, EncryptCommand, InvalidCiphertextException, KMSClient } from '@aws-sdk/client-kms';
import type { Vault } from '../domain/vault.ts';
import { SealMismatch } from '../kernel/errors.ts';
import { openClient } from './aws-calls.ts';

/** Encrypts with the stage's KMS key, at most 4,096 bytes at once. */
export const kmsVault = (client: KMSClient, keyId: string): Vault => ({
  seal: async (text, context) => {
    const answer = await client.send(
      new EncryptCommand({ KeyId: keyId, Plaintext: Buffer.from(text), EncryptionContext: { ...context } }),
    );
    if (answer.CiphertextBlob === undefined) throw new Error('KMS returned no ciphertext');
    return Buffer.from(answer.CiphertextBlob).toString('base64');
  },
  open: async (sealed, context) => {
    try {
      const answer = await client.send(
        new DecryptCommand({
          KeyId: keyId,
          CiphertextBlob: Buffer.from(sealed, 'base64'),
          EncryptionContext: { ...context },
        }),
      );
      if (answer.Plaintext === undefined) throw new Error('KMS returned no plaintext');
      return Buffer.from(answer.Plaintext).toString();
    } catch (error) {
      if (!(error instanceof InvalidCiphertextException)) throw error;
      throw new SealMismatch(context.purpose, error);
    }
  },
});

/** @param keyId of the stage's KMS key */
export const openVault = (keyId: string): Vault => kmsVault(openClient(KMSClient, 'kms'), keyId);
