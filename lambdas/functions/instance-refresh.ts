import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { instanceWorker } from './wiring/instance-work.ts';
import { openClient } from '../runtime/aws-calls.ts';
import { systemClock } from '../runtime/clock.ts';
import { readEnvironment, readOptional } from '../runtime/environment.ts';
import { platformApp } from '../runtime/platform-app.ts';
import { refreshInstances } from '../lines/refresh-instances.ts';

const { platformAppSecretArn } = readEnvironment(process.env, ['platformAppSecretArn']);
const platformAppId = readOptional(process.env, 'platformAppId');
const app = platformApp(
  openClient(SecretsManagerClient, 'secretsmanager'),
  platformAppId,
  platformAppSecretArn,
  systemClock,
);

export const handler = instanceWorker<'InstanceRefresh'>(process.env, (deps, until) => ({
  instanceWatch: (work) => refreshInstances({ ...deps, app }, work, until),
}));
