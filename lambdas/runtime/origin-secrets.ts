import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  type SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import type { Clock } from '../kernel/time.ts';
import { rememberedSecret } from './remembered-secret.ts';

/**
 * The secrets that CloudFront may send: the current and the previous one, because CloudFront gets a new one later. A new
 * secret is stored at least a minute before CloudFront sends it, because environments remember the secrets.
 * https://docs.aws.amazon.com/secretsmanager/latest/userguide/whats-in-a-secret.html#term_version
 */
export const originSecrets = (
  client: SecretsManagerClient,
  secretId: string,
  clock: Clock,
): (() => Promise<readonly string[]>) => {
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
  return rememberedSecret(clock, async () => (await Promise.all([read('AWSCURRENT'), read('AWSPREVIOUS')])).flat());
};
