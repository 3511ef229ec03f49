import { randomBytes } from 'node:crypto';
import { blockLimits } from '@swift-worker/time-index/index-limits.ts';
import type { Dispatcher } from '../../lambdas/api/dispatch.ts';
import { RateLimiter } from '../../lambdas/api/rate-limit.ts';
import { indexRoutes } from '../../lambdas/api/route.ts';
import { routes } from '../../lambdas/api/routes.ts';
import type { IntakeDeps } from '../../lambdas/callbacks/take-in.ts';
import type { RelayDeps } from '../../lambdas/relay/relay-due.ts';
import type { ConnectDeps } from '../../lambdas/connect/connect-deps.ts';
import type { Deadline } from '../../lambdas/kernel/deadline.ts';
import type { Milliseconds } from '../../lambdas/kernel/time.ts';
import { addressLimit, rateLimits } from '../../lambdas/domain/rate.ts';
import type { RoundDeps } from '../../lambdas/lines/instance-deps.ts';
import type { ErasureDeps } from '../../lambdas/jobs/erasure/erasure-deps.ts';
import { commands } from '../../lambdas/operator/commands.ts';
import type { Operator } from '../../lambdas/operator/run-command.ts';
import type { CallbackReceiver } from '../../lambdas/callbacks/answer-callback.ts';
import { outboundWithin } from '../../lambdas/outbound/within.ts';
import { createPlatformClient } from '../../lambdas/platform/client.ts';
import { platformLimits } from '../../lambdas/platform/limits.ts';
import type { NoticeMailDeps } from '../../lambdas/jobs/notice-mails.ts';
import type { ImportDeps } from '../../lambdas/jobs/imports/import-deps.ts';
import type { FoldParkedDeps } from '../../lambdas/reports/fold-parked.ts';
import type { FoldTailDeps } from '../../lambdas/reports/fold-tail.ts';
import { forgetReports } from '../../lambdas/reports/forgotten-reports.ts';
import type { EventJournalDeps } from '../../lambdas/events/journal/journal-events.ts';
import { addToEventJournal } from '../../lambdas/store/webhooks/event-journal.ts';
import type { JournalDeps } from '../../lambdas/reports/journal-reports.ts';
import { watchVerdict } from '../../lambdas/reports/watch-verdict.ts';
import { auditQueue } from '../../lambdas/runtime/audit-queue.ts';
import type { AuditBucket } from '../../lambdas/runtime/audit-bucket.ts';
import type { AuditRelayDeps } from '../../lambdas/audit/relay-audit.ts';
import { findingLines, type FindLine } from '../../lambdas/events/relayed/line-of-number.ts';
import type { CallbackRelayDeps } from '../../lambdas/events/relayed/send-on.ts';
import { callbackQueue } from '../../lambdas/runtime/callback-queue.ts';
import { relayQueue } from '../../lambdas/runtime/relay-queue.ts';
import type { DeadLetterQueue } from '../../lambdas/runtime/dead-letters.ts';
import { dueQueues, type SendHints } from '../../lambdas/runtime/due-queues.ts';
import { incidentReport } from '../../lambdas/runtime/incident-report.ts';
import { logger } from '../../lambdas/runtime/logger.ts';
import { Lru } from '../../lambdas/kernel/lru.ts';
import { sendToFailedQueue } from '../../lambdas/runtime/failed-records.ts';
import { callerCache } from '../../lambdas/store/partners/caller-cache.ts';
import type { RetryPolicy } from '../../lambdas/store/table/commit.ts';
import type { Table } from '../../lambdas/store/table/table.ts';
import { readMessages } from '../../lambdas/store/delivery/message-statuses.ts';
import { parkReports } from '../../lambdas/store/delivery/parked-reports.ts';
import { reportingInstances, type ReportingInstances } from '../../lambdas/store/delivery/reporting-instances.ts';
import { countReports } from '../../lambdas/store/usage/count-reports.ts';
import { addToStripes } from '../../lambdas/store/delivery/journal.ts';
import { openWaiting, type ReadWaiting } from '../../lambdas/store/delivery/waiting-reports.ts';
import type { WaitingReport } from '../../lambdas/domain/delivery/waiting-report.ts';
import { tableIndex } from '../../lambdas/store/delivery/table-index.ts';
import { notificationClauses } from '../../lambdas/store/notifications/notifications.ts';
import { platformBudgets } from '../../lambdas/store/platform/platform-budgets.ts';
import { debit } from '../../lambdas/store/partners/rate-buckets.ts';
import type { SyncDeps } from '../../lambdas/template-sync/sync-deps.ts';
import type { MigrationDeps } from '../../lambdas/events/migration/run-migration.ts';
import type { DeliveryDeps } from '../../lambdas/events/delivery/delivery-deps.ts';
import { spent } from '../../lambdas/runtime/spent.ts';
import { memoryAuditBucket } from '../harness/memory-audit-bucket.ts';
import { atOnce, callCounter } from '../harness/call-counter.ts';
import { noMails } from '../harness/no-mails.ts';
import { app, baseUrl } from '../harness/connect-scenery.ts';
import type { Outside } from './outside.ts';
import {
  outsideBucket,
  outsideHttp,
  outsideMailer,
  outsideOutbound,
  outsidePool,
  outsideSecret,
  outsideVault,
} from './ports.ts';
import { outsideDeadLetters } from './dead-letter-queue.ts';
import { queueOf } from './queue-addresses.ts';
import { outsideSqs } from './queues.ts';
import type { Surroundings } from './surroundings.ts';
import { noDeadline } from '../harness/no-deadline.ts';

/** A process of each function, wired as in its handler. */
export interface Environment {
  readonly outside: Outside;
  /** The process with the deadline of an invocation. */
  readonly within: (deadline: Deadline) => Environment;
  readonly dispatcher: Dispatcher;
  readonly operator: Operator;
  readonly connect: ConnectDeps;
  readonly lifecycle: ConnectDeps & ErasureDeps & RoundDeps & NoticeMailDeps;
  readonly sync: SyncDeps;
  readonly migration: MigrationDeps;
  readonly delivery: DeliveryDeps;
  readonly intake: IntakeDeps;
  readonly door: CallbackReceiver;
  readonly relayed: CallbackRelayDeps;
  readonly relay: RelayDeps;
  readonly send: SendHints;
  readonly reports: JournalDeps;
  readonly events: EventJournalDeps;
  readonly auditRelay: AuditRelayDeps;
  readonly auditBucket: AuditBucket;
  readonly fold: FoldTailDeps;
  readonly imports: ImportDeps;
  readonly parked: FoldParkedDeps;
}

/** The systems that a process calls. */
export interface Systems extends Pick<
  Surroundings,
  'clock' | 'vault' | 'http' | 'endpoint' | 'queues' | 'pool' | 'objects' | 'logLines'
> {
  /** The table, each call by way of the outside. */
  readonly tableOf: (outside: Outside) => Table;
  readonly retryPolicy: RetryPolicy;
  readonly newId: (now: Milliseconds) => string;
}

const rateScale = 10_000;

/** What an environment of Lambda keeps between its invocations. */
export interface Lasting {
  readonly directory: Dispatcher['authenticator']['directory'];
  readonly limiter: RateLimiter;
  readonly reportingInstances: ReportingInstances;
  readonly findLine: FindLine;
  readonly answers: DeliveryDeps['answers'];
}

export const openLasting = ({ tableOf, clock: { now } }: Systems, outside: Outside): Lasting => {
  const table = tableOf(outside);
  return {
    directory: callerCache(table, now, () => undefined),
    limiter: new RateLimiter(rateLimits(rateScale), (...asked) => debit(table, ...asked), {
      environments: Infinity,
      random: Math.random,
    }),
    reportingInstances: reportingInstances(table, now),
    findLine: findingLines(table, now),
    answers: new Lru(100),
  };
};

interface FoldParts {
  readonly table: Table;
  readonly base: Omit<FoldTailDeps, 'index' | 'limits' | 'deadline' | 'watch' | 'park' | 'onError'>;
  readonly index: FoldTailDeps['index'];
  readonly deadline: Deadline;
  readonly watchOn: (waiting: ReadWaiting) => FoldTailDeps['watch'];
  readonly onError: (error: unknown) => void;
}

const foldOf = ({ table, base, index, deadline, watchOn, onError }: FoldParts) => ({
  ...base,
  index,
  limits: blockLimits,
  deadline,
  forget: forgetReports(table),
  watch: watchOn(() => Promise.resolve([])),
  journal: async (partnerId: string, reports: readonly WaitingReport[]) => {
    await countReports(
      table,
      partnerId,
      reports.map(({ event }) => event),
    );
    await addToStripes(base, partnerId, reports);
  },
  onError,
});

const partsOf = (surroundings: Systems, outside: Outside, deadline: Deadline) => {
  const { now: clock } = surroundings.clock;
  const { newId, retryPolicy } = surroundings;
  const table = surroundings.tableOf(outside);
  const vault = outsideVault(surroundings.vault, outside);
  const outbound = outsideOutbound(surroundings.endpoint, outside);
  const sqs = outsideSqs(surroundings.queues, outside);
  const log = logger((line) => surroundings.logLines.push(line), {});
  const platform = createPlatformClient({
    http: outsideHttp(surroundings.http, outside),
    budget: platformBudgets(table, retryPolicy),
    clock,
    random: retryPolicy.random,
    sleep: retryPolicy.sleep,
    limits: platformLimits,
    until: deadline.calls,
  });
  const pool = outsidePool(surroundings.pool, outside);
  const base = { table, retryPolicy, clock, newId };
  const instances = { ...base, vault, platform, deadline, app: outsideSecret(app, outside) };
  const index = tableIndex(table);
  const connect = { ...instances, terms: { withHistory: true, region: null }, reportIncident: incidentReport(log) };
  const watchOn =
    (waiting: ReadWaiting) =>
    (...instance: [string, string]) =>
      watchVerdict({ ...base, index, waiting }, ...instance);
  const onError = (error: unknown): void => {
    log.error('a report must be delivered again', { error });
  };
  const fold = foldOf({ table, base, index, deadline, watchOn, onError });
  const send = dueQueues(sqs, queueOf);
  const auditBucket = outsideBucket(memoryAuditBucket(surroundings.objects), outside);
  const sendAudit = auditQueue(sqs, queueOf('audit'));
  const toFailedQueue = sendToFailedQueue(sqs, queueOf('failed'), log);
  return {
    clock,
    table,
    vault,
    outbound,
    sqs,
    log,
    platform,
    pool,
    base,
    instances,
    index,
    connect,
    watchOn,
    onError,
    fold,
    send,
    auditBucket,
    sendAudit,
    toFailedQueue,
    deadline,
  };
};

type Parts = ReturnType<typeof partsOf>;

const dispatcherOf = (
  { table, clock, log, onError, instances, outbound, pool }: Parts,
  lasting: Lasting,
): Environment['dispatcher'] => ({
  routes: indexRoutes(routes),
  authenticator: {
    directory: lasting.directory,
    verifyToken: (token) =>
      token.startsWith('member:') ? Promise.resolve({ sub: token.slice('member:'.length) }) : Promise.resolve(null),
    keyEnvironment: 'test',
  },
  maintenance: false,
  spent,
  limiter: lasting.limiter,
  counter: callCounter(table, clock, atOnce, onError),
  deps: {
    ...instances,
    reportIncident: incidentReport(log),
    outbound,
    randomBytes,
    reportingInstances: lasting.reportingInstances,
    addressLimit: addressLimit(rateScale),
    pool,
    keyEnvironment: 'test',
    environment: 'local',
    baseUrl: 'https://api.example',
    relayUrl: 'https://api.example/platform/callback',
    sendsNotices: true,
  },
  clock,
  log,
});

const operatorOf = (
  { clock, log, base, vault, pool, platform, auditBucket, sendAudit, connect }: Parts,
  deadLetters: DeadLetterQueue,
): Environment['operator'] => ({
  commands,
  clock,
  log,
  deps: {
    ...base,
    vault,
    randomBytes,
    keyEnvironment: 'test',
    rateLimits: rateLimits(rateScale),
    pool,
    deadLetters,
    platform,
    auditCopies: { bucket: auditBucket, send: sendAudit, years: 7 },
    app: {
      id: app.id,
      secret: async () => (await connect.app()).secret,
      callbackUrl: `${baseUrl}/platform/callback`,
      graph: { asked: 'v26.0', served: () => null },
      signUp: { configId: app.configId, coexistence: 'on' },
    },
  },
});

const deliveryOf = (
  { base, deadline, outbound, clock, vault, table, log }: Parts,
  { answers }: Lasting,
): Environment['delivery'] => ({
  ...base,
  random: base.retryPolicy.random,
  deadline,
  outbound: outboundWithin(outbound, deadline, clock),
  vault,
  notifications: notificationClauses(table, base.newId),
  log,
  environment: 'local',
  divisor: 1,
  after: () => () => undefined,
  answers,
  slots: 4,
});

const journalsOf = ({
  table,
  base,
  fold,
  watchOn,
  onError,
  sendAudit,
  toFailedQueue,
}: Parts): Pick<Environment, 'reports' | 'events' | 'auditRelay'> => ({
  reports: {
    ...fold,
    park: (partnerId, reports) => parkReports(base, partnerId, null, reports),
    watch: async (partnerId, instanceIds) => {
      for (const instanceId of instanceIds) await watchOn(openWaiting(table))(partnerId, instanceId);
    },
    sendToFailedQueue: toFailedQueue,
  },
  events: {
    ...base,
    add: (...rows) => addToEventJournal(table, ...rows),
    sendToFailedQueue: toFailedQueue,
    onError,
  },
  auditRelay: {
    ...base,
    send: sendAudit,
    onTampered: () => undefined,
    sendToFailedQueue: toFailedQueue,
    onError,
  },
});

export const openEnvironment = (
  surroundings: Systems,
  outside: Outside,
  deadline: Deadline = noDeadline,
  lasting: Lasting = openLasting(surroundings, outside),
): Environment => {
  const parts = partsOf(surroundings, outside, deadline);
  const { clock, table, base, instances, index, connect, fold, send, auditBucket, toFailedQueue, sqs, log } = parts;
  return {
    outside,
    within: (invocation) => openEnvironment(surroundings, outside, invocation, lasting),
    dispatcher: dispatcherOf(parts, lasting),
    operator: operatorOf(parts, outsideDeadLetters(surroundings.queues, outside)),
    connect,
    lifecycle: {
      ...connect,
      index,
      quiet: 12_000,
      region: null,
      ...noMails,
      mailer: outsideMailer(outside),
    },
    sync: { ...instances, pageSize: 2 },
    migration: { ...instances, app: connect.app, notifications: notificationClauses(table, base.newId) },
    delivery: deliveryOf(parts, lasting),
    intake: { ...base, appId: app.id, log },
    door: {
      appSecret: async () => (await connect.app()).secret,
      queue: callbackQueue(sqs, queueOf('callback')),
      relay: relayQueue(sqs, queueOf('relayed')),
      clock,
      log,
    },
    relayed: { ...deliveryOf(parts, lasting), findLine: lasting.findLine },
    relay: {
      send,
      clock,
      sendToFailedQueue: toFailedQueue,
      onUnsent: () => undefined,
    },
    send,
    ...journalsOf(parts),
    auditBucket,
    fold: { ...fold, park: (...parked) => parkReports(base, ...parked) },
    imports: { ...base, deadline },
    parked: {
      ...fold,
      readMessages: (messages) => readMessages(table, messages),
      onParked: () => undefined,
    },
  };
};
