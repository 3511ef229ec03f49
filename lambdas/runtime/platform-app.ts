import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { Clock } from '../kernel/time.ts';
import type { PlatformApp } from '../platform/sign-up.ts';
import { openClient } from './aws-calls.ts';
import { systemClock } from './clock.ts';
import { readEnvironment, readOptional, type Environment } from './environment.ts';
import { rememberedSecret } from './remembered-secret.ts';

/** The app's secret. */
export const platformAppSecret = (
  client: SecretsManagerClient,
  secretArn: string,
  clock: Clock,
): (() => Promise<string>) =>
  rememberedSecret(clock, async () => {
    const { SecretString: secret } = await client.send(new GetSecretValueCommand({ SecretId: secretArn }));
    if (secret === undefined || secret === '') throw new Error("the platform app's secret is empty");
    return secret;
  });

/** @param id null without an app: every use throws */
export const platformApp = (
  client: SecretsManagerClient,
  id: string | null,
  secretArn: string,
  clock: Clock,
): (() => Promise<PlatformApp>) => {
  const secretOf = platformAppSecret(client, secretArn, clock);
  return async () => {
    if (id === null) throw new Error('the stage has no app at the platform: the stage value platformAppId is not set');
    return { id, secret: await secretOf() };
  };
};

/** The app of the stage. @throws Error that names the missing variable */
export const openPlatformApp = (environment: Environment): (() => Promise<PlatformApp>) => {
  const { platformAppSecretArn } = readEnvironment(environment, ['platformAppSecretArn']);
  const id = readOptional(environment, 'platformAppId');
  return platformApp(openClient(SecretsManagerClient, 'secretsmanager'), id, platformAppSecretArn, systemClock);
};
