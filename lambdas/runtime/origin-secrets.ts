import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  type SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import type { Milliseconds } from '../domain/time.ts';

/** The lifetime of the cache. A new secret is stored at least this long before CloudFront sends it. */
const lifetime: Milliseconds = 60_000;

/**
 * The secrets that CloudFront may send: the current and the previous one, because CloudFront gets a new one later.
 * https://docs.aws.amazon.com/secretsmanager/latest/userguide/whats-in-a-secret.html#term_version
 */
export const originSecrets = (
  client: SecretsManagerClient,
  secretId: string,
  clock: () => Milliseconds,
): (() => Promise<readonly string[]>) => {
  let known: { readonly at: Milliseconds; readonly secrets: readonly string[] } | undefined;
  const read = async (stage: 'AWSCURRENT' | 'AWSPREVIOUS'): Promise<readonly string[]> => {
    try {
      const { SecretString: secret } = await client.send(
        new GetSecretValueCommand({ SecretId: secretId, VersionStage: stage }),
      );
      return secret === undefined || secret === '' ? [] : [secret];
    } catch (error) {
      // A secret that never changed has no previous version.
      if (stage === 'AWSPREVIOUS' && error instanceof ResourceNotFoundException) return [];
      throw error;
    }
  };
  return async () => {
    const at = clock();
    if (known === undefined || at - known.at >= lifetime) {
      const found = await Promise.all([read('AWSCURRENT'), read('AWSPREVIOUS')]);
      known = { at, secrets: found.flat() };
    }
    return known.secrets;
  };
};
