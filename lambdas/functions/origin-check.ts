import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { APIGatewayRequestAuthorizerEventV2 } from 'aws-lambda';
import { openClient } from '../runtime/aws-calls.ts';
import { systemClock } from '../runtime/clock.ts';
import { readEnvironment } from '../runtime/environment.ts';
import { consoleLog } from '../runtime/logger.ts';
import { originSecrets } from '../runtime/origin-secrets.ts';
import { serve } from '../runtime/serve.ts';
import { isFromEdge } from '../runtime/origin-check.ts';

const { originSecretId } = readEnvironment(process.env, ['originSecretId']);
const secrets = originSecrets(openClient(SecretsManagerClient, 'secretsmanager'), originSecretId, systemClock);

/** The identity source of the authorizer is the one header that holds the secret. */
export const handler = serve<APIGatewayRequestAuthorizerEventV2>(consoleLog({}), async (event) => ({
  isAuthorized: await isFromEdge(event.identitySource[0], secrets),
}));
