import { randomBytes } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { KeyEnvironment } from '../domain/credentials.ts';
import type { Deadline } from '../kernel/deadline.ts';
import { addressLimit, rateLimits } from '../domain/rate.ts';
import { openTable } from '../runtime/clients.ts';
import { newId, systemClock, systemRetryPolicy } from '../runtime/clock.ts';
import { readEnvironment, readOptional } from '../runtime/environment.ts';
import { incidentReport } from '../runtime/incident-report.ts';
import { beyondInvocation } from '../runtime/invocation-end.ts';
import { asOwnWork, begunBy, consoleLog } from '../runtime/logger.ts';
import { serveHttp } from '../runtime/serve.ts';
import { spent } from '../runtime/spent.ts';
import { callerCache } from '../store/partners/caller-cache.ts';
import { debit } from '../store/partners/rate-buckets.ts';
import { writeCallCount } from '../store/usage/call-counts.ts';
import { tableWithin } from '../store/table/table-within.ts';
import type { Deps } from '../api/deps.ts';
import { CallCounter } from '../api/call-counter.ts';
import { dispatch, type Dispatcher } from '../api/dispatch.ts';
import { RateLimiter } from '../api/rate-limit.ts';
import { indexRoutes } from '../api/route.ts';
import { routes } from '../api/routes.ts';
import {
  laterApp,
  laterMemberPool,
  laterOutbound,
  laterPlatform,
  laterReportingInstances,
  laterTokenVerifier,
  laterVault,
} from './wiring/later.ts';

const names = [
  ...(['stage', 'tableName', 'keyId', 'rateScale', 'mostEnvironments', 'graphUrl', 'baseUrl'] as const),
  'memberPoolId',
] as const;
const environment = readEnvironment(process.env, names);
const { stage, tableName, keyId, rateScale, mostEnvironments, graphUrl, baseUrl, memberPoolId } = environment;
const keyEnvironment: KeyEnvironment = stage === 'production' ? 'live' : 'test';
const log = consoleLog({ stage });
const table = openTable(tableName);

const directory = callerCache(table, systemClock, (error) => {
  log.warn('the use of a key could not be noted', { error });
});

const lasting: Omit<Dispatcher, 'deps'> = {
  routes: indexRoutes(routes),
  authenticator: {
    directory: {
      ...directory,
      keyUsed: (...use) => {
        beyondInvocation(() => {
          directory.keyUsed(...use);
        });
      },
    },
    verifyToken: laterTokenVerifier(process.env),
    keyEnvironment,
  },
  limiter: new RateLimiter(rateLimits(Number(rateScale)), (...call) => debit(table, ...call), {
    environments: Number(mostEnvironments),
    random: systemRetryPolicy.random,
  }),
  counter: new CallCounter({
    clock: systemClock,
    newId,
    write: (...count) => beyondInvocation(() => writeCallCount(table, ...count)),
    later: (run, pause) => setTimeout(run, pause).unref(),
    onError: (error) => {
      log.warn('the number of calls could not be written', { error });
    },
  }),
  clock: systemClock,
  maintenance: readOptional(process.env, 'maintenance') === 'on',
  spent,
  log,
};
const lastingDeps = {
  reportingInstances: laterReportingInstances(table),
  addressLimit: addressLimit(Number(rateScale)),
  retryPolicy: systemRetryPolicy,
  clock: systemClock,
  newId,
  randomBytes,
  vault: laterVault(keyId),
  app: laterApp(process.env),
  reportIncident: incidentReport(log),
  environment: stage,
  keyEnvironment,
  baseUrl,
  sendsNotices: readOptional(process.env, 'noticesFrom') !== null,
  relayUrl: readOptional(process.env, 'platformCallbackUrl'),
};
const platformWithin = laterPlatform(graphUrl, table);
const poolWithin = laterMemberPool(memberPoolId);
const outboundWithin = laterOutbound(process.env);

const depsWithin = (deadline: Deadline): Deps => ({
  ...lastingDeps,
  deadline,
  table: tableWithin(table, deadline.answer),
  platform: platformWithin(deadline),
  pool: poolWithin(deadline),
  outbound: outboundWithin(deadline),
});

export const handler = serveHttp<APIGatewayProxyEventV2>(log, (event, deadline) =>
  asOwnWork(async () => {
    const response = await dispatch({ ...lasting, deps: depsWithin(deadline) }, event);
    const requestId = response.headers?.['x-request-id'];
    if (typeof requestId === 'string') begunBy(requestId);
    return response;
  }),
);
