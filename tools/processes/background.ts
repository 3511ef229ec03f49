import { z } from 'zod';
import { isPartnerShard, placeOf, type DueHint } from '../../lambdas/kernel/due.ts';
import { queues, type QueueName, type Worker } from '../../lambdas/kernel/work.ts';
import { runners as instanceRunners } from '../../lambdas/jobs/lifecycle-runners.ts';
import { runImports } from '../../lambdas/jobs/imports/run-imports.ts';
import { foldTail } from '../../lambdas/reports/fold-tail.ts';
import { foldSearch } from '../../lambdas/jobs/fold-search.ts';
import { foldParked } from '../../lambdas/reports/fold-parked.ts';
import { closeUsage } from '../../lambdas/jobs/close-usage.ts';
import { refreshInstances } from '../../lambdas/lines/refresh-instances.ts';
import { runners as outboxRunners } from '../../lambdas/events/outbox/runners.ts';
import { afterWorkersCalls, lastPageOf, lastStepOf } from '../../lambdas/runtime/deadline.ts';
import { runWork, type BegunBy } from '../../lambdas/runtime/run-work.ts';
import { runners as templateRunners } from '../../lambdas/template-sync/runners.ts';
import { deliverBatch } from '../../lambdas/events/delivery/deliver-batch.ts';
import { runMigration } from '../../lambdas/events/migration/run-migration.ts';
import type { WorkKey } from '../../lambdas/store/table/keys.ts';
import type { Item } from '../../lambdas/store/table/table.ts';
import type { Deadline } from '../../lambdas/kernel/deadline.ts';
import { production } from '../../lib/stages.ts';
import { rawItems } from '../harness/traces.ts';
import { noDeadline } from '../harness/no-deadline.ts';
import { openEnvironment, type Environment } from './environment.ts';
import { Outside } from './outside.ts';
import type { Surroundings } from './surroundings.ts';
import { minute } from '../../lambdas/kernel/time.ts';

/**
 * Longer than every lease, than the waits between tries, and than the hour in which templates are first read; shorter than the
 * period of daily work.
 */
const horizon = 90 * minute;
const mostRounds = 300;

const dueItem = z.object({ pk: z.string(), sk: z.string(), due_shard: z.string(), due_at: z.string() });

/** Work that waits in a table. */
export interface Waiting {
  readonly queue: QueueName;
  readonly hint: DueHint;
  readonly at: number;
}

/** The work that waits in a table. */
export const waitingOf = (items: readonly Item[]): readonly Waiting[] =>
  items.flatMap((item) => {
    const { data } = dueItem.safeParse(item);
    const queue = data === undefined ? null : placeOf(data.due_shard);
    if (data === undefined || queue === null || isPartnerShard(queue)) return [];
    return [{ queue, hint: { pk: data.pk, sk: data.sk }, at: Date.parse(data.due_at) }];
  });

const { workers } = production;
const timeouts: Readonly<Record<Worker, number>> = {
  WebhookDelivery: workers.webhookDelivery.timeoutSeconds,
  OutboxKeeper: workers.outboxKeeper.timeoutSeconds,
  WebhookMigration: workers.webhookMigration.timeoutSeconds,
  Lifecycle: workers.lifecycle.timeoutSeconds,
  TemplateSync: workers.templateSync.timeoutSeconds,
  InstanceRefresh: workers.instanceRefresh.timeoutSeconds,
  ParkedReports: workers.parkedReports.timeoutSeconds,
  Folding: workers.folding.timeoutSeconds,
  CustomerImport: workers.customerImport.timeoutSeconds,
};

/** The deadline of an invocation of the function of a queue, by the clock of the sweep. */
export const invocationOf = (queue: QueueName, now: number): Deadline => {
  const left = 1_000 * timeouts[queues[queue]];
  return { ...noDeadline, calls: now + left - afterWorkersCalls, end: now + left };
};

const noDayLogs = { onOpenDay: () => undefined, onLostDay: () => undefined };

/** The runners of the functions by kind, except for events, which are handled in batches. */
const runnersOf = (it: Environment, until: number, lastPage: number) => ({
  ...instanceRunners(it.lifecycle, until),
  ...templateRunners(it.sync, until),
  ...outboxRunners(it.delivery),
  migration: (work: WorkKey<'migration'>, begunBy: BegunBy) => runMigration(it.migration, work, until, begunBy),
  instanceWatch: (work: WorkKey<'instanceWatch'>) => refreshInstances(it.lifecycle, work, until),
  parkedReports: (work: WorkKey<'parkedReports'>) => foldParked(it.parked, work, lastPage),
  reportFold: (work: WorkKey<'reportFold'>) => foldTail(it.fold, work, lastPage),
  customerImport: (work: WorkKey<'customerImport'>, begunBy: BegunBy) => runImports(it.imports, work, begunBy),
  searchFold: (work: WorkKey<'searchFold'>) => foldSearch({ ...it.fold, blockSize: 2 }, work, lastPage),
  usageClose: (work: WorkKey<'usageClose'>) => closeUsage({ ...it.fold, ...noDayLogs }, work, lastPage),
});

/** Runs the worker of a queue with hints. @throws the error after which the queue delivers them again */
export const workOn = async (
  it: Environment,
  now: number,
  queue: QueueName,
  hints: readonly DueHint[],
): Promise<void> => {
  const deadline = invocationOf(queue, now);
  const invoked = it.within(deadline);
  if (queue !== 'event' && queue !== 'slow') {
    const runners = runnersOf(invoked, lastStepOf(deadline), lastPageOf(deadline));
    await Promise.all(hints.map((hint) => runWork(runners, hint)));
    return;
  }
  const failed = (await deliverBatch(invoked.delivery, hints, queue)).find(({ error }) => error !== null);
  if (failed !== undefined) throw failed.error;
};

/** The hints of work that is due now, by queue. */
export const dueNow = async ({ table, clock }: Surroundings): Promise<ReadonlyMap<QueueName, readonly DueHint[]>> => {
  const due = waitingOf(await rawItems(table)).filter(({ at }) => at <= clock.now());
  const byKind = Map.groupBy(due, ({ queue }) => queue);
  return new Map(Array.from(byKind, ([kind, some]) => [kind, some.map(({ hint }) => hint)]));
};

/** Advances the clock and runs the workers, as the sweep would, until nothing is due soon. */
export const settle = async (surroundings: Surroundings): Promise<void> => {
  const { table, clock } = surroundings;
  const end = clock.now() + horizon;
  const it = openEnvironment(surroundings, new Outside());
  let failed: unknown = null;
  for (let round = 0; round < mostRounds; round += 1) {
    const waiting = waitingOf(await rawItems(table));
    const next = Math.min(...waiting.map(({ at }) => at));
    if (next > end) return;
    clock.pass(Math.max(0, next - clock.now()));
    for (const [kind, hints] of await dueNow(surroundings)) {
      try {
        await workOn(it, clock.now(), kind, hints);
      } catch (error) {
        // A queue delivers the hints again, and the work is due again when its lease ends.
        failed = error;
      }
      await it.outside.idle();
    }
  }
  throw new Error(`the background work does not end: ${surroundings.logLines.slice(-3).join('\n')}`, { cause: failed });
};
