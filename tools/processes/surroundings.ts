import { z } from 'zod';
import type { Vault } from '../../lambdas/domain/vault.ts';
import { newId } from '../../lambdas/runtime/clock.ts';
import type { MemberPool } from '../../lambdas/team/member-pool.ts';
import { memoryPool, type MemoryUsers } from '../harness/memory-pool.ts';
import type { OutboundClient } from '../../lambdas/outbound/client.ts';
import { createPlatformHttp, type PlatformHttp } from '../../lambdas/platform/http.ts';
import type { Item, RetryPolicy, Table } from '../../lambdas/store/table/table.ts';
import { ensureCertificates, type Certificates } from '../../local/certificates.ts';
import { startPlatform, type Platform } from '@swift-worker/platform-simulator/platform.ts';
import { emptyState, type State } from '@swift-worker/platform-simulator/state.ts';
import { startReceiver, type Receiver } from '../../local/receiver/receiver.ts';
import { logoAnswer } from '../harness/logo-answer.ts';
import type { TestClock } from '../harness/test-clock.ts';
import { testVault } from '../harness/test-vault.ts';
import { callbackPath } from '../../lambdas/connect/page/paths.ts';
import { app, baseUrl, signUp, type Scenery } from '../harness/connect-scenery.ts';
import { rawItems } from '../harness/traces.ts';
import { createPlatformClient, type PlatformClient } from '../../lambdas/platform/client.ts';
import { platformLimits } from '../../lambdas/platform/limits.ts';
import { aSecond, startLaggingTable, type LaggingTable } from '../harness/lagging-table.ts';
import { putBack } from './put-back.ts';
import type { Outside } from './outside.ts';
import { outsideTable } from './ports.ts';
import type { Queues } from './queues.ts';

/** A message that the partner's endpoint received. */
interface Received {
  readonly id: string;
  readonly url: string;
  readonly text: string;
}

const record = z.record(z.string(), z.unknown());

/** The systems outside the service's processes, which remain after them. */
export interface Surroundings {
  readonly table: LaggingTable;
  /** The table, each call by way of the outside. */
  readonly tableOf: (outside: Outside) => Table;
  readonly retryPolicy: RetryPolicy;
  readonly newId: (now: number) => string;
  readonly clock: TestClock;
  readonly vault: Vault;
  readonly http: PlatformHttp;
  readonly simulator: State;
  readonly endpoint: OutboundClient;
  readonly inbox: readonly Received[];
  readonly pool: MemberPool;
  /** The users who may sign in. */
  readonly members: () => readonly string[];
  readonly queues: Queues;
  /** The objects of the bucket with copies of the audit trail. */
  readonly objects: Map<string, string>;
  /** The status that the endpoint answers with. */
  readonly endpointStatus: { status: number };
  /** The answers of queries about the end state. */
  readonly views: string[];
  readonly logLines: string[];
  readonly scenery: Scenery;
  /** Records the current state, so that it can be restored. */
  readonly remember: () => Promise<Memory>;
  readonly stop: () => Promise<void>;
}

export interface Memory {
  readonly items: readonly Item[];
  readonly restore: () => Promise<void>;
}

const immediately: RetryPolicy = { sleep: () => Promise.resolve(), random: () => 0.5 };

/** Noon, so that no run spans two days; in the future, so that nothing has expired by the wall clock. */
const noon = Date.UTC(2030, 0, 2, 12);

const mapsOf = ({ wabas, numbers, templates, codes, tokens }: State) => [wabas, numbers, templates, codes, tokens];

/** Gives the simulator the state of another one. */
export const restoreSimulator = (state: State, memory: State): void => {
  const fresh = structuredClone(memory);
  for (const [index, map] of mapsOf(state).entries()) {
    const existing: Map<string, unknown> = map;
    existing.clear();
    for (const [key, value] of mapsOf(fresh)[index] ?? []) existing.set(key, value);
  }
  state.blockedNames = fresh.blockedNames;
  state.lastOrder = fresh.lastOrder;
};

/** A vault that opens what any run sealed, also that of an earlier version: its key and its form must not change. */
export const fixedVault = (): Vault => testVault(Buffer.alloc(32, 'a key of tests'));

/** Where the partner's endpoints are for the service. The addresses of a run differ, and so are not what is stored. */
const hooks = 'https://partner.example/hooks';

/** The platform's simulator finds the endpoints of the run at the addresses that are stored. */
const withEndpoints =
  (http: PlatformHttp, receiver: Receiver): PlatformHttp =>
  async (call, limit) => {
    const actual = receiver.receiverUrl(1).replace(/\/1$/, '');
    const body: unknown = JSON.parse(JSON.stringify(call.body ?? null).replaceAll(hooks, actual));
    const answer = await http({ ...call, ...(call.body !== undefined && { body: record.parse(body) }) }, limit);
    return answer.kind === 'response' ? { ...answer, body: answer.body.replaceAll(actual, hooks) } : answer;
  };

const startSimulator = (
  simulator: ReturnType<typeof emptyState>,
  certificates: Certificates,
  clock: TestClock,
): Promise<Platform> =>
  startPlatform({
    port: 0,
    dataDirectory: undefined,
    appId: app.id,
    appSecret: app.secret,
    caFile: certificates.caFile,
    log: () => undefined,
    configId: app.configId,
    redirectUris: () => [`${baseUrl}${callbackPath}`],
    storage: { state: simulator, changed: () => undefined, flush: () => Promise.resolve() },
    callbackUrl: () => undefined,
    now: clock.now,
  });

/** A partner's endpoint, which also has the logo. It keeps the events that it accepts. */
const endpointOf = (endpointStatus: { readonly status: number }, inbox: Received[]): OutboundClient => ({
  close: () => undefined,
  send: ({ method, url, headers, body: sent }) => {
    const logo = logoAnswer(url);
    if (logo !== null) return Promise.resolve(logo);
    const { searchParams } = new URL(url);
    const isKnown = method === 'POST' || searchParams.get('hub.verify_token') === 'token';
    const { 'webhook-id': id } = headers;
    if (method === 'POST' && id !== undefined && endpointStatus.status === 200)
      inbox.push({ id, url, text: String(sent) });
    const body = Buffer.from(isKnown ? (searchParams.get('hub.challenge') ?? '') : '');
    return Promise.resolve({
      kind: 'response',
      status: isKnown ? endpointStatus.status : 403,
      headers: {},
      body,
      milliseconds: 1,
    });
  },
});

const unlimitedClient = (http: PlatformHttp, clock: TestClock): PlatformClient =>
  createPlatformClient({
    http,
    clock: clock.now,
    limits: platformLimits,
    until: Infinity,
    budget: { reserve: () => Promise.resolve('granted'), observe: () => Promise.resolve() },
    random: () => 0.5,
    sleep: () => Promise.resolve(),
  });

const controlOf = async ({ controlUrl }: Platform, instructions: object): Promise<void> => {
  const response = await fetch(controlUrl, { method: 'POST', body: JSON.stringify(instructions) });
  if (!response.ok) throw new Error(await response.text());
};

interface SceneryParts extends Pick<Scenery, 'table' | 'clock' | 'platform' | 'receiver' | 'stop'> {
  readonly http: PlatformHttp;
}

const sceneryOf = ({ http, ...parts }: SceneryParts): Scenery => ({
  ...parts,
  receiver: { ...parts.receiver, receiverUrl: (partner) => `${hooks}/${partner}` },
  client: unlimitedClient(http, parts.clock),
  control: (instructions) => controlOf(parts.platform, instructions),
  signUp,
  state: () => Promise.reject(new Error('the simulator itself is at hand')),
});

const refill = <Value>(map: Map<string, Value>, entries: ReadonlyMap<string, Value>): void => {
  map.clear();
  for (const [key, value] of entries) map.set(key, value);
};

interface Remembered extends Pick<Surroundings, 'table' | 'simulator' | 'queues' | 'objects'> {
  readonly inbox: Received[];
  readonly users: MemoryUsers;
  readonly views: string[];
}

const remember = async (
  { table, simulator, inbox, users, queues, objects, views }: Remembered,
  clock: TestClock,
  setTime: (time: number) => void,
): ReturnType<Surroundings['remember']> => {
  const items = await rawItems(table);
  const memory = structuredClone({ simulator, inbox, users, queues, objects, time: clock.now() });
  return {
    items,
    restore: async () => {
      await putBack(table, items);
      await table.catchUp();
      restoreSimulator(simulator, memory.simulator);
      inbox.splice(0, inbox.length, ...memory.inbox);
      refill(users, memory.users);
      refill(queues, structuredClone(memory.queues));
      refill(objects, memory.objects);
      views.length = 0;
      setTime(memory.time);
    },
  };
};

/** The surroundings without the vault, which encrypts the partner's secrets. */
export const openSurroundings = async (): Promise<Omit<Surroundings, 'vault'>> => {
  let time = noon;
  const clock: TestClock = { now: () => time, pass: (milliseconds) => void (time += milliseconds) };
  const certificates = await ensureCertificates(undefined);
  const simulator = emptyState();
  const [table, platform, receiver] = await Promise.all([
    startLaggingTable(aSecond, clock.now),
    startSimulator(simulator, certificates, clock),
    startReceiver({
      httpsPort: 0,
      controlPort: 0,
      tls: certificates.server,
      verifyTokens: new Map(),
      log: () => undefined,
    }),
  ]);
  const inbox: Received[] = [];
  const endpointStatus = { status: 200 };
  const views: string[] = [];
  const users: MemoryUsers = new Map();
  const queues: Queues = new Map();
  const objects = new Map<string, string>();
  const http = withEndpoints(createPlatformHttp(platform.graphUrl), receiver);
  // For the simulator, the calls of all runs are in the same hour.
  await controlOf(platform, { budget: { calls_per_hour: 1_000_000_000 } });
  const stop = async (): Promise<void> => {
    await Promise.all([table.stop(), platform.stop(), receiver.stop()]);
    await certificates.remove();
  };
  return {
    table,
    tableOf: (outside) => outsideTable(table, outside),
    retryPolicy: immediately,
    newId,
    clock,
    simulator,
    inbox,
    queues,
    objects,
    http,
    stop,
    endpointStatus,
    views,
    members: () => Array.from(users.keys()),
    logLines: [],
    endpoint: endpointOf(endpointStatus, inbox),
    pool: memoryPool(users, () => newId(time)),
    scenery: sceneryOf({ table, clock, platform, receiver, http, stop }),
    remember: () => remember({ table, simulator, inbox, users, queues, objects, views }, clock, (to) => (time = to)),
  };
};
