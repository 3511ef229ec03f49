import { GetSecretValueCommand, type SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { PlatformApp } from '../platform/sign-up.ts';

/** The app's secret, which is read once in an environment's life; a failed reading is not remembered. */
export const platformAppSecret = (client: SecretsManagerClient, secretArn: string): (() => Promise<string>) => {
  let known: Promise<string> | undefined;
  const read = async (): Promise<string> => {
    const { SecretString: secret } = await client.send(new GetSecretValueCommand({ SecretId: secretArn }));
    if (secret === undefined || secret === '') throw new Error("the platform app's secret is empty");
    return secret;
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

/** The app with its secret. @param id null: the stage has no app, and asking for it fails */
export const platformApp = (
  client: SecretsManagerClient,
  id: string | null,
  secretArn: string,
): (() => Promise<PlatformApp>) => {
  const secretOf = platformAppSecret(client, secretArn);
  return async () => {
    if (id === null) throw new Error('the stage has no app at the platform: its value platformAppId is not given');
    return { id, secret: await secretOf() };
  };
};
