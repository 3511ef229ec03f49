import { randomBytes } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { z } from 'zod';
import type { CallCounterDeps } from '../../lambdas/api/call-counter.ts';
import { dispatch, type Dispatcher } from '../../lambdas/api/dispatch.ts';
import { RateLimiter, type DebitTokens } from '../../lambdas/api/rate-limit.ts';
import { indexRoutes, type Route } from '../../lambdas/api/route.ts';
import { routes } from '../../lambdas/api/routes.ts';
import { readScopes, scopes, type Role, type TokenVerifier } from '../../lambdas/domain/access.ts';
import { addressLimit, rateLimits } from '../../lambdas/domain/rate.ts';
import type { Deadline } from '../../lambdas/kernel/deadline.ts';
import type { Clock } from '../../lambdas/kernel/time.ts';
import { commands } from '../../lambdas/operator/commands.ts';
import type { AuditCopies } from '../../lambdas/operator/command.ts';
import { runCommand, type Operator } from '../../lambdas/operator/run-command.ts';
import type { Caller } from '../../lambdas/operator/url-request.ts';
import { newId, systemRetryPolicy } from '../../lambdas/runtime/clock.ts';
import type { DeadLetterQueue } from '../../lambdas/runtime/dead-letters.ts';
import { logger, type Log } from '../../lambdas/runtime/logger.ts';
import { callerCache } from '../../lambdas/store/partners/caller-cache.ts';
import { reportingInstances } from '../../lambdas/store/delivery/reporting-instances.ts';
import { debit as debitTable } from '../../lambdas/store/partners/rate-buckets.ts';
import type { Vault } from '../../lambdas/domain/vault.ts';
import type { MemberPool } from '../../lambdas/team/member-pool.ts';
import type { PlatformClient } from '../../lambdas/platform/client.ts';
import type { OutboundClient } from '../../lambdas/outbound/client.ts';
import { PlatformError } from '../../lambdas/platform/errors.ts';
import { atOnce, callCounter } from './call-counter.ts';
import { checkTraffic } from './traffic.ts';
import { testVault } from './test-vault.ts';
import { tickingClock } from './test-clock.ts';
import { tableWithin } from '../../lambdas/store/table/table-within.ts';
import type { Table } from '../../lambdas/store/table/table.ts';
import { watchedPool, type WatchedPool } from './memory-pool.ts';
import { memoryDeadLetters } from './memory-dead-letters.ts';
import { app } from './connect-scenery.ts';
import { noDeadline } from './no-deadline.ts';

/** The caller of the operator's function in tests. */
export const testCaller: Caller = { arn: 'arn:aws:iam::000000000000:user/test', id: 'AIDATEST' };

/** An answer to a caller. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Asked {
  readonly query?: Readonly<Record<string, string>> | string;
  readonly body?: unknown;
  /** The bearer credential; null for none. */
  readonly bearer?: string | null;
  readonly apikey?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TestPartner {
  readonly partnerId: string;
  readonly apiKey: string;
  readonly readOnlyKey: string;
  /** Creates a member with the role. @returns its bearer token; the test's verifier accepts `member:<id>` */
  readonly member: (role: Role) => Promise<string>;
}

export interface TestService extends Omit<WatchedPool, 'pool'> {
  readonly call: (method: string, asked?: Asked) => Promise<Reply>;
  readonly operate: (
    command: string,
    input: Readonly<Record<string, unknown>>,
  ) => Promise<Readonly<Record<string, unknown>>>;
  readonly newPartner: () => Promise<TestPartner>;
  readonly partner: TestPartner;
  readonly apikey: string;
  readonly logLines: readonly string[];
  readonly dispatcher: Dispatcher;
}

const json = z.record(z.string(), z.unknown());

/** The event of API Gateway for a call; header names in lower case, as it gives them. */
export const eventOf = (method: string, asked: Asked, headers: Record<string, string>): APIGatewayProxyEventV2 => ({
  version: '2.0',
  routeKey: 'ANY /functions/v1/swift-worker',
  rawPath: '/functions/v1/swift-worker',
  rawQueryString: typeof asked.query === 'string' ? asked.query : new URLSearchParams(asked.query).toString(),
  headers,
  requestContext: {
    accountId: '000000000000',
    apiId: 'test',
    domainName: 'localhost',
    domainPrefix: 'localhost',
    http: {
      method,
      path: '/functions/v1/swift-worker',
      protocol: 'HTTP/1.1',
      sourceIp: '127.0.0.1',
      userAgent: 'test',
    },
    requestId: 'test',
    routeKey: 'ANY /functions/v1/swift-worker',
    stage: '$default',
    time: '',
    timeEpoch: 0,
  },
  ...(asked.body === undefined
    ? {}
    : { body: typeof asked.body === 'string' ? asked.body : JSON.stringify(asked.body) }),
  isBase64Encoded: false,
});

/** For tests without the platform. */
const unreachable: PlatformClient = {
  call: () => Promise.reject(new PlatformError({ kind: 'transient', message: 'this test does not call the platform' })),
};

/** For tests without endpoints. */
const noOutbound: OutboundClient = {
  send: () => Promise.resolve({ kind: 'failed', error: 'dns', milliseconds: 0 }),
  close: () => undefined,
};

const memberIdOf: TokenVerifier = (token) =>
  Promise.resolve(token.startsWith('member:') ? { sub: token.slice('member:'.length) } : null);

const keyList = z.object({ keys: z.array(z.object({ value: z.string(), revoked_at: z.string().nullable() })) });

/** A valid publishable key of the stage. Services with the same table share it. */
const publishableKey = async (operate: TestService['operate']): Promise<string> => {
  const { keys } = keyList.parse(await operate('publishable-keys list', {}));
  const valid = keys.find((key) => key.revoked_at === null);
  if (valid !== undefined) return valid.value;
  const issued = await operate('publishable-keys issue', {});
  return z.object({ key: z.object({ value: z.string() }) }).parse(issued).key.value;
};

export interface ServiceOptions {
  /** The stage. Default: `local`. */
  readonly environment?: string;
  readonly clock?: Clock;
  readonly rateScale?: number;
  readonly maintenance?: boolean;
  readonly platform?: PlatformClient;
  readonly outbound?: OutboundClient;
  readonly vault?: Vault;
  /** The deadline of each call. Default: none. */
  readonly deadline?: () => Deadline;
  /** Takes tokens of the rate limit. Default: from the table. */
  readonly debit?: DebitTokens;
  /** When the numbers of calls are written. Default: at once. */
  readonly later?: CallCounterDeps['later'];
  /** Default: accepts `member:<id>`. */
  readonly verifyToken?: TokenVerifier;
  /** Routes in addition to the service's own. */
  readonly probes?: readonly Route[];
  /** By default an empty one. */
  readonly deadLetters?: DeadLetterQueue;
  readonly auditCopies?: AuditCopies | null;
}

const withDefaults = (table: Table, given: ServiceOptions) => ({
  environment: 'local',
  clock: tickingClock(),
  rateScale: 100,
  maintenance: false,
  platform: unreachable,
  outbound: noOutbound,
  vault: testVault(),
  deadline: () => noDeadline,
  debit: ((...asked) => debitTable(table, ...asked)) satisfies DebitTokens,
  later: atOnce,
  verifyToken: memberIdOf,
  probes: [],
  deadLetters: memoryDeadLetters().queue,
  auditCopies: null,
  ...given,
});

interface Wiring extends ReturnType<typeof withDefaults> {
  readonly table: Table;
  readonly log: Log;
  readonly pool: MemberPool;
}

const operatorWith = ({
  table,
  clock,
  log,
  vault,
  rateScale,
  deadLetters,
  auditCopies,
  pool,
  platform,
}: Wiring): Operator => ({
  commands,
  clock,
  log,
  deps: {
    table,
    retryPolicy: systemRetryPolicy,
    newId,
    randomBytes,
    vault,
    keyEnvironment: 'test',
    rateLimits: rateLimits(rateScale),
    deadLetters,
    auditCopies,
    pool,
    app: null,
    platform,
  },
});

const dispatcherWith = (wiring: Wiring): Dispatcher => {
  const {
    table,
    clock,
    log,
    vault,
    pool,
    platform,
    outbound,
    environment,
    rateScale,
    maintenance,
    probes,
    verifyToken,
    debit,
    later,
  } = wiring;
  return {
    routes: indexRoutes([...routes, ...probes]),
    authenticator: {
      directory: callerCache(table, clock, (error) => {
        log.warn('the use of a key could not be noted', { error });
      }),
      verifyToken,
      keyEnvironment: 'test',
    },
    maintenance,
    spent: () => ({
      services: { dynamodb: { calls: 1, ms: 2, retries: 0 } },
      calls: [{ call: 'dynamodb GetItem', at: 1, ms: 2, attempts: 1 }],
    }),
    limiter: new RateLimiter(rateLimits(rateScale), debit, { environments: Infinity, random: Math.random }),
    counter: callCounter(table, clock, later, (error) => {
      log.warn('the number of calls could not be written', { error });
    }),
    deps: {
      table,
      reportingInstances: reportingInstances(table, clock),
      addressLimit: addressLimit(rateScale),
      retryPolicy: systemRetryPolicy,
      vault,
      newId,
      clock,
      randomBytes,
      deadline: noDeadline,
      platform,
      app: () => Promise.resolve(app),
      reportIncident: () => undefined,
      relayUrl: 'https://api.example/platform/callback',
      sendsNotices: true,
      outbound,
      pool,
      keyEnvironment: 'test',
      environment,
      baseUrl: 'https://api.example',
    },
    clock,
    log,
  };
};

const createPartner = async (operate: TestService['operate']): Promise<TestPartner> => {
  const created = z
    .object({ partner: z.object({ partner_id: z.string() }) })
    .parse(await operate('partners create', { name: 'Test' }));
  const partnerId = created.partner.partner_id;
  const issue = async (allowed: readonly string[]): Promise<string> =>
    z.object({ api_key: z.string() }).parse(await operate('keys issue', { partner_id: partnerId, scopes: allowed }))
      .api_key;
  return {
    partnerId,
    apiKey: await issue(scopes),
    readOnlyKey: await issue(readScopes),
    member: async (role) => {
      const added = await operate('members add', {
        partner_id: partnerId,
        email: `${role}@${partnerId}.example`,
        role,
      });
      return `member:${z.object({ member: z.object({ member_id: z.string() }) }).parse(added).member.member_id}`;
    },
  };
};

const headersOf = (asked: Asked, ownKey: string, publishable: string): Readonly<Record<string, string>> => {
  const bearer = asked.bearer === undefined ? ownKey : asked.bearer;
  const key = asked.apikey === undefined ? publishable : asked.apikey;
  return {
    ...(key === null ? {} : { apikey: key }),
    ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
    ...(asked.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...asked.headers,
  };
};

/** The dispatcher and the operator of one environment with a table and the test's clock. */
export const startService = async (table: Table, asked: ServiceOptions = {}): Promise<TestService> => {
  const options = withDefaults(table, asked);
  const logLines: string[] = [];
  const log = logger((line) => logLines.push(line), {});
  const { pool, ...watched } = watchedPool(() => newId(options.clock()));
  const wiring = { ...options, table, log, pool };
  const operator = operatorWith(wiring);
  const dispatcher = dispatcherWith(wiring);
  const operate: TestService['operate'] = async (command, input) => {
    const answer = await runCommand(operator, { caller: testCaller, command, input });
    if (!answer.ok) throw new Error(`${command}: ${answer.error.code} ${answer.error.message}`);
    return answer.result;
  };
  const newPartner = () => createPartner(operate);
  const apikey = await publishableKey(operate);
  const partner = await newPartner();
  const foreign = new Set(options.probes.map(({ route }) => route));
  const call: TestService['call'] = async (method, asked = {}) => {
    const event = eventOf(method, asked, headersOf(asked, partner.apiKey, apikey));
    const given = options.deadline();
    const deps = { ...dispatcher.deps, deadline: given, table: tableWithin(table, given.answer) };
    const response = await dispatch({ ...dispatcher, deps }, event);
    const text = response.body ?? '';
    const answered = { status: response.statusCode ?? 0, headers: { ...response.headers }, text };
    checkTraffic({ method, query: event.rawQueryString, body: event.body ?? '', ...answered }, foreign);
    return { ...answered, body: text === '' ? {} : json.parse(JSON.parse(text)) };
  };
  return { call, operate, newPartner, partner, apikey, logLines, dispatcher, ...watched };
};
