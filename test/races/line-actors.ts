import { dispatch } from '../../lambdas/api/dispatch.ts';
import { takeIn } from '../../lambdas/callbacks/take-in.ts';
import type { ConnectDeps } from '../../lambdas/connect/connect-deps.ts';
import type { ReceivedChange } from '../../lambdas/domain/callback-message.ts';
import { serviceCause } from '../../lambdas/domain/history.ts';
import { runMigration } from '../../lambdas/events/migration/run-migration.ts';
import { runners } from '../../lambdas/jobs/lifecycle-runners.ts';
import type { DueHint } from '../../lambdas/kernel/due.ts';
import { minute } from '../../lambdas/kernel/time.ts';
import type { QueueName } from '../../lambdas/kernel/work.ts';
import { refreshInstances } from '../../lambdas/lines/refresh-instances.ts';
import { newId } from '../../lambdas/runtime/clock.ts';
import { logger } from '../../lambdas/runtime/logger.ts';
import { runWork } from '../../lambdas/runtime/run-work.ts';
import { tableIndex } from '../../lambdas/store/delivery/table-index.ts';
import { migrationClause, newMigration } from '../../lambdas/store/webhooks/migrations.ts';
import { notificationClauses } from '../../lambdas/store/notifications/notifications.ts';
import { commit } from '../../lambdas/store/table/commit.ts';
import {
  readWebhookEndpoint,
  verifyTokenContext,
  webhookEndpointClause,
} from '../../lambdas/store/webhooks/webhook-endpoints.ts';
import type { Link, Scene } from '../../tools/harness/connect-scene.ts';
import { app } from '../../tools/harness/connect-scenery.ts';
import { dueHints } from '../../tools/harness/due-hints.ts';
import { eventOf } from '../../tools/harness/service.ts';
import { atOnce, type LineSchedule } from './line-schedule.ts';

/** Two connected lines of one business account, and one whose end customer is about to come back. */
export interface Lines {
  readonly scene: Scene;
  readonly wabaId: string;
  readonly first: Link;
  readonly second: Link;
  readonly third: { readonly link: Link; readonly code: string };
}

type Actor = () => Promise<unknown>;

const log = logger(() => undefined, {});

/** The work of the partner that is due. */
const ownHints = async ({ deps, partnerId }: Scene, queue: QueueName): Promise<readonly DueHint[]> =>
  (await dueHints(deps.table, queue, deps.clock())).filter((hint) => JSON.stringify(hint).includes(partnerId));

const round = async (scene: Scene, deps: ConnectDeps): Promise<number> => {
  const hints = await ownHints(scene, 'refresh');
  const until = deps.clock() + 10 * minute;
  for (const hint of hints) await runWork({ instanceWatch: (work) => refreshInstances(deps, work, until) }, hint);
  return hints.length;
};

const migrate = async (scene: Scene, deps: ConnectDeps): Promise<number> => {
  const hints = await ownHints(scene, 'migration');
  const until = deps.clock() + 10 * minute;
  const migration = { ...deps, notifications: notificationClauses(deps.table, newId) };
  for (const hint of hints) {
    await runWork({ migration: (work, begunBy) => runMigration(migration, work, until, begunBy) }, hint);
  }
  return hints.length;
};

const lifecycle = async (scene: Scene, deps: ConnectDeps): Promise<number> => {
  const hints = await ownHints(scene, 'lifecycle');
  const until = deps.clock() + minute;
  for (const hint of hints) {
    await runWork(runners({ ...deps, index: tableIndex(deps.table), quiet: 1_000 }, until), hint);
  }
  return hints.length;
};

/** Does all work that is due, until none is left. */
export const settle = async (scene: Scene): Promise<void> => {
  const deps = { ...scene.deps, retryPolicy: atOnce };
  for (let rounds = 0; rounds < 60; rounds += 1) {
    const done = (await lifecycle(scene, deps)) + (await migrate(scene, deps)) + (await round(scene, deps));
    if (done === 0 && rounds > 3) return;
    scene.scenery.clock.pass(minute / 2);
  }
};

let endpoints = 500;

/** Replaces the endpoint and migrates the lines to it. */
const moveEndpoint = async (scene: Scene, deps: ConnectDeps): Promise<void> => {
  const { table, vault, clock } = deps;
  const { partnerId, scenery } = scene;
  const endpoint = await readWebhookEndpoint(table, partnerId);
  if (endpoint === null) throw new Error('no endpoint');
  endpoints += 1;
  scenery.receiver.setVerifyToken(endpoints, 'token');
  const order = { partnerId, isSpread: false, reason: null, cause: serviceCause('platform', newId(clock())) };
  const record = newMigration(order, newId(clock()), 2, clock(), clock());
  const next = {
    ...endpoint,
    url: scenery.receiver.receiverUrl(endpoints),
    sealed_verify_token: await vault.seal('token', verifyTokenContext(partnerId, endpoint.id)),
    migration_id: record.migration.id,
    revision: endpoint.revision + 1,
  };
  await commit(table, [webhookEndpointClause(table, partnerId, next), migrationClause(table, record)]);
  await migrate(scene, deps);
};

/** What may happen to the lines at once. Each actor's calls go through the schedule. */
export const actorsOn = (lines: Lines, schedule: LineSchedule): Readonly<Record<string, Actor>> => {
  const { scene, wabaId, first, second, third } = lines;
  const depsOf = (actor: string): ConnectDeps => ({
    ...scene.deps,
    retryPolicy: atOnce,
    table: schedule.table(actor, scene.deps.table),
    platform: schedule.platform(actor, scene.deps.platform),
  });
  const call = (actor: string, route: string, body: Readonly<Record<string, unknown>>): Promise<unknown> => {
    const { dispatcher, apikey, partner } = scene.service;
    const { table, platform } = depsOf(actor);
    const headers = { apikey, authorization: `Bearer ${partner.apiKey}`, 'content-type': 'application/json' };
    const deps = { ...dispatcher.deps, retryPolicy: atOnce, table, platform };
    return dispatch({ ...dispatcher, deps }, eventOf('POST', { body: { route, ...body } }, headers));
  };
  const end = (actor: string, { instanceId }: Link): Promise<unknown> =>
    call(actor, 'deactivate-partner-instance', { instance_id: instanceId });
  const report = (actor: string, change: Pick<ReceivedChange, 'field' | 'value'>): Promise<unknown> => {
    const time = Math.floor(scene.deps.clock() / 1000) + 1;
    return takeIn({ ...depsOf(actor), appId: app.id, log }, [{ ...change, entryId: wabaId, time }]);
  };
  /** A sign-up that can't be made because of another actor is left out. */
  const signUp = async (actor: string, { instanceId }: Link, mode: 'connect' | 'reconnect'): Promise<void> => {
    const { platform_phone_number_id: number } = (await scene.instance({ ...first, instanceId })).instance;
    const link = await scene.invite(instanceId, mode).catch(() => null);
    if (link === null) return;
    const choice: Record<string, string> = mode === 'reconnect' && number !== null ? { number } : {};
    const code = await scene.signUp(link, choice).catch(() => null);
    if (code !== null) await scene.comeBack(link, code, depsOf(actor));
  };
  return {
    round: () => round(scene, depsOf('round')),
    refresh: () => call('refresh', 'refresh-partner-instance-platform', { instance_id: first.instanceId }),
    endFirst: () => end('endFirst', first),
    endSecond: () => end('endSecond', second),
    endThird: () => end('endThird', third.link),
    comeBack: () => scene.comeBack(third.link, third.code, depsOf('comeBack')),
    renew: () => end('renew', second).then(() => signUp('renew', second, 'connect')),
    reconnect: () => signUp('reconnect', first, 'reconnect'),
    move: () => moveEndpoint(scene, depsOf('move')),
    removed: () => report('removed', { field: 'account_update', value: { event: 'PARTNER_REMOVED' } }),
    returned: () => report('returned', { field: 'account_update', value: { event: 'ACCOUNT_RECONNECTED' } }),
    flagged: async () => {
      const { display_phone_number: shown } = (await scene.instance(first)).instance;
      const digits = (shown ?? '').replaceAll(/\D/g, '');
      const value = { display_phone_number: digits, event: 'FLAGGED', current_limit: 'TIER_50' };
      await report('flagged', { field: 'phone_number_quality_update', value });
    },
  };
};
