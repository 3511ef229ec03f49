import { randomBytes } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Deadline } from '../domain/deadline.ts';
import { rateLimits } from '../domain/rate.ts';
import { openTable, openVault } from '../runtime/clients.ts';
import { outboundWithin } from '../outbound/within.ts';
import { newId, systemClock, systemRetryPolicy } from '../runtime/clock.ts';
import { readEnvironment, readOptional } from '../runtime/environment.ts';
import { consoleLog } from '../runtime/logger.ts';
import { memberTokenVerifier } from '../runtime/member-tokens.ts';
import { openOutbound } from '../runtime/outbound.ts';
import { openPlatform } from '../runtime/platform.ts';
import { serve } from '../runtime/serve.ts';
import { callerCache } from '../store/partners/caller-cache.ts';
import { reportingInstances } from '../store/delivery/reporting-instances.ts';
import { debit } from '../store/partners/rate-buckets.ts';
import { tableWithin } from '../store/table/table-within.ts';
import type { Deps } from './deps.ts';
import { dispatch, type Dispatcher } from './dispatch.ts';
import { RateLimiter } from './rate-limit.ts';
import { indexRoutes } from './route.ts';
import { routes } from './routes.ts';

const names = ['stage', 'tableName', 'keyId', 'rateScale', 'mostEnvironments', 'graphUrl', 'baseUrl'] as const;
const { stage, tableName, keyId, rateScale, mostEnvironments, graphUrl, baseUrl } = readEnvironment(process.env, names);
const log = consoleLog({ stage });
const table = openTable(tableName);

const lasting: Omit<Dispatcher, 'deps'> = {
  routes: indexRoutes(routes),
  authenticator: {
    directory: callerCache(table, systemClock, (error) => {
      log.warn('the use of a key could not be noted', { error });
    }),
    verifyToken: memberTokenVerifier(process.env),
    keyEnvironment: stage === 'production' ? 'live' : 'test',
  },
  limiter: new RateLimiter(rateLimits(Number(rateScale)), (...call) => debit(table, ...call), {
    environments: Number(mostEnvironments),
    random: systemRetryPolicy.random,
  }),
  clock: systemClock,
  maintenance: readOptional(process.env, 'maintenance') === 'on',
  log,
};
const lastingDeps = {
  reportingInstances: reportingInstances(table, systemClock),
  retryPolicy: systemRetryPolicy,
  clock: systemClock,
  newId,
  randomBytes,
  vault: openVault(keyId),
  environment: stage,
  baseUrl,
};
const platformWithin = openPlatform(graphUrl, table);
const outbound = openOutbound(process.env);

const depsWithin = (deadline: Deadline): Deps => ({
  ...lastingDeps,
  deadline,
  table: tableWithin(table, deadline.answer),
  platform: platformWithin(deadline),
  outbound: outboundWithin(outbound, deadline, systemClock),
});

export const handler = serve<APIGatewayProxyEventV2>(log, (event, deadline) =>
  dispatch({ ...lasting, deps: depsWithin(deadline) }, event),
);
