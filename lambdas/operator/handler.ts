import { randomBytes } from 'node:crypto';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { openTable, openVault } from '../runtime/clients.ts';
import { newId, systemClock, systemRetryPolicy } from '../runtime/clock.ts';
import { readEnvironment } from '../runtime/environment.ts';
import { consoleLog } from '../runtime/logger.ts';
import { memberPool } from '../runtime/member-pool.ts';
import { serve } from '../runtime/serve.ts';
import { answerUrl } from './answer-url.ts';
import { commands } from './commands.ts';
import type { Operator } from './run-command.ts';

const names = ['stage', 'tableName', 'keyId', 'memberPoolId'] as const;
const { stage, tableName, keyId, memberPoolId } = readEnvironment(process.env, names);

const operator: Operator = {
  commands,
  deps: {
    table: openTable(tableName),
    retryPolicy: systemRetryPolicy,
    newId,
    randomBytes,
    vault: openVault(keyId),
    pool: memberPool(new CognitoIdentityProviderClient(), memberPoolId),
    keyEnvironment: stage === 'production' ? 'live' : 'test',
  },
  clock: systemClock,
  log: consoleLog({ stage }),
};

export const handler = serve(operator.log, (event) => answerUrl(operator, event));
