import { GetSecretValueCommand, type SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { PlatformApp } from '../platform/sign-up.ts';

/** The app with its secret, which is read once in an environment's life; a failed reading is not remembered. */
export const platformApp = (
  client: SecretsManagerClient,
  id: string,
  secretArn: string,
): (() => Promise<PlatformApp>) => {
  let known: Promise<PlatformApp> | undefined;
  const read = async (): Promise<PlatformApp> => {
    const { SecretString: secret } = await client.send(new GetSecretValueCommand({ SecretId: secretArn }));
    if (secret === undefined || secret === '') throw new Error("the platform app's secret is empty");
    return { id, secret };
  };
  return () => {
    if (known === undefined) {
      known = read();
      known.catch(() => {
        known = undefined;
      });
    }
    return known;
  };
};
