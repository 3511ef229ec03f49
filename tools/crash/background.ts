import { z } from 'zod';
import { isPartnerShard, placeOf, type DueHint } from '../../lambdas/domain/due.ts';
import type { QueueName } from '../../lambdas/domain/work.ts';
import { runners as instanceRunners } from '../../lambdas/background/runners.ts';
import { foldTail } from '../../lambdas/report-fold/fold-tail.ts';
import { foldSearch } from '../../lambdas/search-fold/fold-search.ts';
import { foldParked } from '../../lambdas/parked-reports/fold-parked.ts';
import { refreshInstances } from '../../lambdas/instance-refresh/refresh-instances.ts';
import { keepOutbox } from '../../lambdas/outbox-keeper/keep-outbox.ts';
import { runWork, type BegunBy } from '../../lambdas/runtime/run-work.ts';
import { runners as templateRunners } from '../../lambdas/template-sync/runners.ts';
import { deliverBatch } from '../../lambdas/webhook-delivery/deliver-batch.ts';
import { runMigration } from '../../lambdas/webhook-migration/run-migration.ts';
import type { WorkKey } from '../../lambdas/store/table/keys.ts';
import type { Item } from '../../lambdas/store/table/table.ts';
import { rawItems } from '../harness/traces.ts';
import { openEnvironment, type Environment } from './environment.ts';
import { Outside } from './outside.ts';
import type { Surroundings } from './surroundings.ts';

const minute = 60_000;
/** Longer than every lease and than the waits between tries; shorter than the period of daily work. */
const horizon = 40 * minute;
const mostRounds = 300;

const dueItem = z.object({ pk: z.string(), sk: z.string(), due_shard: z.string(), due_at: z.string() });

interface Waiting {
  readonly queue: QueueName;
  readonly hint: DueHint;
  readonly at: number;
}

const waitingOf = (items: readonly Item[]): readonly Waiting[] =>
  items.flatMap((item) => {
    const { data } = dueItem.safeParse(item);
    const queue = data === undefined ? null : placeOf(data.due_shard);
    if (data === undefined || queue === null || isPartnerShard(queue)) return [];
    return [{ queue, hint: { pk: data.pk, sk: data.sk }, at: Date.parse(data.due_at) }];
  });

/** The runners of the functions by kind, except for events, which are handled in batches. */
const runnersOf = (it: Environment, until: number) => ({
  ...instanceRunners(it.lifecycle, until),
  ...templateRunners(it.sync, until),
  outbox: ({ partnerId }: WorkKey<'outbox'>) => keepOutbox(it.delivery, partnerId),
  migration: (work: WorkKey<'migration'>, begunBy: BegunBy) => runMigration(it.migration, work, until, begunBy),
  instanceWatch: (work: WorkKey<'instanceWatch'>) => refreshInstances(it.sync, work, until),
  parkedReports: (work: WorkKey<'parkedReports'>) => foldParked(it.parked, work, until),
  reportFold: (work: WorkKey<'reportFold'>) => foldTail(it.fold, work, until),
  searchFold: (work: WorkKey<'searchFold'>) => foldSearch({ ...it.fold, blockSize: 2 }, work, until),
});

/** Runs the worker of a queue with hints. @throws the error after which the queue delivers them again */
export const workOn = async (
  it: Environment,
  now: number,
  queue: QueueName,
  hints: readonly DueHint[],
): Promise<void> => {
  if (queue !== 'event' && queue !== 'slow') {
    const runners = runnersOf(it, now + minute);
    await Promise.all(hints.map((hint) => runWork(runners, hint)));
    return;
  }
  const failed = (await deliverBatch(it.delivery, hints, queue)).find(({ error }) => error !== null);
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
  const it = openEnvironment(surroundings, new Outside(null));
  for (let round = 0; round < mostRounds; round += 1) {
    const waiting = waitingOf(await rawItems(table));
    const next = Math.min(...waiting.map(({ at }) => at));
    if (next > end) return;
    clock.pass(Math.max(0, next - clock.now()));
    for (const [kind, hints] of await dueNow(surroundings)) {
      await workOn(it, clock.now(), kind, hints);
      await it.outside.idle();
    }
  }
  throw new Error(`the background work does not end: ${surroundings.logLines.slice(-3).join('\n')}`);
};
