import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { instanceWorker } from '../instances/wiring.ts';
import { openClient } from '../runtime/aws-calls.ts';
import { systemClock } from '../runtime/clock.ts';
import { readEnvironment, readOptional } from '../runtime/environment.ts';
import { platformApp } from '../runtime/platform-app.ts';
import { tableIndex } from '../store/delivery/table-index.ts';
import { runners } from './runners.ts';

const { platformAppSecretArn, erasureQuiet } = readEnvironment(process.env, ['platformAppSecretArn', 'erasureQuiet']);
const platformAppId = readOptional(process.env, 'platformAppId');
const app = platformApp(openClient(SecretsManagerClient), platformAppId, platformAppSecretArn, systemClock);
const quiet = Number(erasureQuiet) * 1000;

export const handler = instanceWorker<'Lifecycle'>(process.env, (deps, until) =>
  runners({ ...deps, index: tableIndex(deps.table), quiet, app }, until),
);
