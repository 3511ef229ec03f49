import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { z } from 'zod';
import { dispatch, type Dispatcher } from '../../../lambdas/api/dispatch.ts';
import { RateLimiter } from '../../../lambdas/api/rate-limit.ts';
import { indexRoutes } from '../../../lambdas/api/route.ts';
import { routes } from '../../../lambdas/api/routes.ts';
import { addressLimit, rateLimits } from '../../../lambdas/domain/rate.ts';
import { newId, systemClock, systemRetryPolicy } from '../../../lambdas/runtime/clock.ts';
import { logger } from '../../../lambdas/runtime/logger.ts';
import { callerCache } from '../../../lambdas/store/partners/caller-cache.ts';
import { reportingInstances } from '../../../lambdas/store/delivery/reporting-instances.ts';
import type { Item, Table } from '../../../lambdas/store/table/table.ts';
import { spent } from '../../../lambdas/runtime/spent.ts';
import { callCounter } from '../../harness/call-counter.ts';
import { memoryBuckets } from '../../harness/memory-bucket.ts';
import { loadPeer } from '../installed-peers.ts';
import { tableProperties } from '../../harness/table-properties.ts';
import type { Section } from '../section.ts';
import { makeFixture } from './fixture.ts';
import { least, median } from './statistics.ts';
import { noDeadline } from '../../harness/no-deadline.ts';

const rounds = 21;
const calls = 1_000;

type Key = Readonly<Record<string, unknown>>;
/** Of a read. What the table is asked is the service's own, so it is not parsed: that time would count as the service's. */
interface Asked {
  readonly Key?: Key;
  readonly RequestItems?: Readonly<Record<string, { readonly Keys: readonly Key[] }>>;
}
const nameOf = (key: Key): string => `${String(key['pk'])} ${String(key['sk'])}`;

/** A table that answers at once, so that only the service's own code takes time. */
const instantTable = (items: readonly Item[]): Table => {
  const held = new Map(items.map((item) => [nameOf(item), item]));
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'us-east-1' }));
  const itemsOf = (keys: readonly Key[]): Item[] =>
    keys.map((key) => held.get(nameOf(key))).filter((item) => item !== undefined);
  const send = ({ input: { Key: one, RequestItems: several } }: { readonly input: Asked }): Promise<object> => {
    if (one !== undefined) return Promise.resolve({ Item: held.get(nameOf(one)) });
    if (several === undefined) return Promise.resolve({});
    const found = Object.entries(several).map(([table, { Keys: keys }]) => [table, itemsOf(keys)] as const);
    return Promise.resolve({ Responses: Object.fromEntries(found) });
  };
  Object.defineProperty(client, 'send', { value: send, configurable: true });
  return { name: tableProperties.TableName, client, retryPolicy: systemRetryPolicy };
};

const nothing = (): Promise<never> => Promise.reject(new Error('has no part in this'));

/** Wired like `lambdas/functions/dispatcher.ts`. Its log lines are created and dropped. */
const dispatcherOver = (table: Table): Dispatcher => ({
  routes: indexRoutes(routes),
  authenticator: {
    directory: callerCache(table, systemClock, () => undefined),
    verifyToken: nothing,
    keyEnvironment: 'test',
  },
  maintenance: false,
  spent,
  limiter: new RateLimiter(rateLimits(1_000), memoryBuckets().debit, { environments: Infinity, random: Math.random }),
  counter: callCounter(
    table,
    systemClock,
    (run, pause) => setTimeout(run, pause).unref(),
    () => undefined,
  ),
  deps: {
    table,
    reportingInstances: reportingInstances(table, systemClock),
    addressLimit: addressLimit(1_000),
    reportIncident: () => undefined,
    relayUrl: 'https://api.example/platform/callback',
    sendsNotices: true,
    retryPolicy: systemRetryPolicy,
    clock: systemClock,
    newId,
    randomBytes,
    vault: { seal: nothing, open: nothing },
    platform: { call: nothing },
    app: nothing,
    deadline: noDeadline,
    pool: {
      ensureUser: nothing,
      mailAgain: nothing,
      findUser: nothing,
      removeUser: nothing,
      setTemporaryPassword: nothing,
    },
    keyEnvironment: 'test',
    outbound: { send: nothing },
    environment: 'local',
    baseUrl: 'http://127.0.0.1',
  },
  clock: systemClock,
  log: logger(() => undefined, {}),
});

type Call = () => Promise<unknown>;

const perCall = async (call: Call): Promise<number> => {
  const before = process.cpuUsage();
  for (let count = 0; count < calls; count += 1) await call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / calls;
};

const header = z.object({ headers: z.record(z.string(), z.string()) });
const framework = z.custom<(event: object) => Promise<unknown>>((value) => typeof value === 'function');
const peers = z.object({ frameworks: z.record(z.string(), framework) });
const items = z.array(z.custom<Parameters<typeof unmarshall>[0]>());

/** The processor time of a command without its calls of AWS. */
export const ownCode: Section = {
  name: 'own-code',
  measure: async () => {
    const fixture = await makeFixture();
    const event = JSON.parse(await readFile(fixture.eventFile, 'utf8')) as APIGatewayProxyEventV2;
    const held = items.parse(JSON.parse(await readFile(fixture.itemsFile, 'utf8')));
    await fixture.remove();
    const dispatcher = dispatcherOver(instantTable(held.map((item) => unmarshall(item))));
    const { headers } = header.parse(event);
    const withKey = () => ({ ...event, headers: { ...headers, 'idempotency-key': randomUUID() } });
    const { statusCode, body } = z
      .object({ statusCode: z.number(), body: z.string() })
      .parse(await dispatch(dispatcher, withKey()));
    if (statusCode !== 200) throw new Error(body);
    const { frameworks } = peers.parse(await loadPeer('frameworks.ts'));
    const subjects: readonly (readonly [string, Call])[] = [
      ['ours: caller, limit, idempotency, history, answer', () => dispatch(dispatcher, withKey())],
      ...Object.entries(frameworks).map(([name, call]) => [name, () => call(withKey())] as const),
    ];
    const figures = new Map(subjects.map(([name]) => [name, new Array<number>()]));
    for (let round = 0; round < rounds; round += 1) {
      for (const [name, call] of subjects) figures.get(name)?.push(await perCall(call));
    }
    const rows = Array.from(figures, ([name, all]) => [name, least(all), median(all)] as const);
    const goal = { of: 'figure', most: 100 } as const;
    const ours = rows[0]?.[1] ?? Number.NaN;
    const [name, figure] = rows.at(-1) ?? ['', Number.NaN];
    return [
      {
        title: `Own code of a command, calls of AWS left out: processor time of ${rounds} × ${calls} calls (µs)`,
        head: ['what', 'least', 'median'],
        rows,
        goals: [
          {
            row: 'own code of a command, with caller, limit and receipt, least',
            unit: 'µs',
            ours,
            peer: { name, figure },
            goal,
          },
        ],
      },
    ];
  },
};
