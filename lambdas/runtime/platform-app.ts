import { GetSecretValueCommand, type SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { PlatformApp } from '../platform/sign-up.ts';

/** The app's secret, which an environment reads once. A failed read is not cached. */
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

/** @param id null without an app: every use throws */
export const platformApp = (
  client: SecretsManagerClient,
  id: string | null,
  secretArn: string,
): (() => Promise<PlatformApp>) => {
  const secretOf = platformAppSecret(client, secretArn);
  return async () => {
    if (id === null) throw new Error('the stage has no app at the platform: the stage value platformAppId is not set');
    return { id, secret: await secretOf() };
  };
};
