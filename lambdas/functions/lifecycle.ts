import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { instanceWorker } from './wiring/instance-work.ts';
import { openClient } from '../runtime/aws-calls.ts';
import { systemClock } from '../runtime/clock.ts';
import { readEnvironment, readOptional } from '../runtime/environment.ts';
import { platformApp } from '../runtime/platform-app.ts';
import { readNumberTerms } from '../runtime/sign-up.ts';
import { tableIndex } from '../store/delivery/table-index.ts';
import { runners } from '../jobs/lifecycle-runners.ts';

const { platformAppSecretArn, erasureQuiet } = readEnvironment(process.env, ['platformAppSecretArn', 'erasureQuiet']);
const platformAppId = readOptional(process.env, 'platformAppId');
const app = platformApp(
  openClient(SecretsManagerClient, 'secretsmanager'),
  platformAppId,
  platformAppSecretArn,
  systemClock,
);
const terms = readNumberTerms(process.env);
const quiet = Number(erasureQuiet) * 1000;

export const handler = instanceWorker<'Lifecycle'>(process.env, (deps, until) =>
  runners({ ...deps, index: tableIndex(deps.table), quiet, app, terms }, until),
);
