import { randomBytes } from 'node:crypto';
import { KMSClient } from '@aws-sdk/client-kms';
import middy from '@middy/core';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { rateLimits } from '../domain/rate.ts';
import { openTable } from '../runtime/clients.ts';
import { newId, systemClock, systemPatience } from '../runtime/clock.ts';
import { readEnvironment } from '../runtime/environment.ts';
import { consoleLog } from '../runtime/logger.ts';
import { memberTokenVerifier } from '../runtime/member-tokens.ts';
import { openOutbound } from '../runtime/outbound.ts';
import { openPlatform } from '../runtime/platform.ts';
import { kmsVault } from '../runtime/vault.ts';
import { callerCache } from '../store/caller-cache.ts';
import { reportingLines } from '../store/delivery/reporting-lines.ts';
import { debit } from '../store/rate-buckets.ts';
import { dispatch, type Dispatcher } from './dispatch.ts';
import { RateLimiter } from './rate-limit.ts';
import { indexRoutes } from './route.ts';
import { routes } from './routes.ts';

const { stage, tableName, keyId, rateScale, graphUrl, baseUrl } = readEnvironment(process.env, [
  'stage',
  'tableName',
  'keyId',
  'rateScale',
  'graphUrl',
  'baseUrl',
]);
const log = consoleLog({ stage });
const table = openTable(tableName);

const dispatcher: Dispatcher = {
  routes: indexRoutes(routes),
  authenticator: {
    directory: callerCache(table, systemClock, (error) => {
      log.warn('the use of a key could not be noted', { error });
    }),
    verifyToken: memberTokenVerifier(process.env),
    keyEnvironment: stage === 'production' ? 'live' : 'test',
  },
  limiter: new RateLimiter(rateLimits(Number(rateScale)), (...call) => debit(table, ...call)),
  deps: {
    table,
    reportingLines: reportingLines(table, systemClock),
    patience: systemPatience,
    clock: systemClock,
    newId,
    randomBytes,
    vault: kmsVault(new KMSClient(), keyId),
    platform: openPlatform(graphUrl, table),
    outbound: openOutbound(process.env),
    environment: stage,
    baseUrl,
  },
  clock: systemClock,
  log,
};

export const handler = middy((event: APIGatewayProxyEventV2) => dispatch(dispatcher, event));
