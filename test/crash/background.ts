import { z } from 'zod';
import { isAside, dueKindOf, type DueHint, type DueKind } from '../../lambdas/domain/due.ts';
import { work as workOnLines } from '../../lambdas/background/work.ts';
import { foldParked } from '../../lambdas/parked-reports/fold-parked.ts';
import { refreshLines } from '../../lambdas/line-refresh/refresh-lines.ts';
import { keepOutbox } from '../../lambdas/outbox-keeper/keep-outbox.ts';
import { partnerOfOutbox } from '../../lambdas/store/webhooks/outbox.ts';
import { work as workOnTemplates } from '../../lambdas/template-sync/work.ts';
import { deliverBatch } from '../../lambdas/webhook-delivery/deliver-batch.ts';
import { runMigration } from '../../lambdas/webhook-migration/run-migration.ts';
import type { Item } from '../../lambdas/store/table/table.ts';
import { rawItems } from '../erasure/traces.ts';
import { openEnvironment, type Environment } from './environment.ts';
import { Outside } from './outside.ts';
import type { Surroundings } from './surroundings.ts';

const minute = 60_000;
/** Longer than every lease and than the waits between tries; shorter than what comes round day by day. */
const horizon = 40 * minute;
const mostRounds = 300;

const dueItem = z.object({ pk: z.string(), sk: z.string(), due_shard: z.string(), due_at: z.string() });

interface Waiting {
  readonly kind: DueKind;
  readonly hint: DueHint;
  readonly at: number;
}

const waitingOf = (items: readonly Item[]): readonly Waiting[] =>
  items.flatMap((item) => {
    const { data } = dueItem.safeParse(item);
    const kind = data === undefined || isAside(data.due_shard) ? null : dueKindOf(data.due_shard);
    if (data === undefined || kind === null) return [];
    return [{ kind, hint: { pk: data.pk, sk: data.sk }, at: Date.parse(data.due_at) }];
  });

/** What the worker of a kind does with hints. @throws what makes the queue bring them again */
export const workOn = async (it: Environment, now: number, kind: DueKind, hints: readonly DueHint[]): Promise<void> => {
  const until = now + minute;
  switch (kind) {
    case 'event': {
      const failed = (await deliverBatch(it.delivery, hints)).find(({ error }) => error !== null);
      if (failed !== undefined) throw failed.error;
      return;
    }
    case 'outbox':
      await Promise.all(hints.map((hint) => keepOutbox(it.delivery, partnerOfOutbox(hint))));
      return;
    case 'migration':
      await Promise.all(hints.map((hint) => runMigration(it.migration, hint, until)));
      return;
    case 'lifecycle':
      await Promise.all(hints.map((hint) => workOnLines(it.lifecycle, hint, until)));
      return;
    case 'sync':
      await Promise.all(hints.map((hint) => workOnTemplates(it.sync, hint, until)));
      return;
    case 'refresh':
      await Promise.all(hints.map((hint) => refreshLines(it.sync, hint, until)));
      return;
    case 'report':
      await Promise.all(hints.map((hint) => foldParked(it.parked, hint, until)));
  }
};

/** What is due now, by kind. */
export const dueNow = async ({ table, clock }: Surroundings): Promise<ReadonlyMap<DueKind, readonly DueHint[]>> => {
  const due = waitingOf(await rawItems(table)).filter(({ at }) => at <= clock.now());
  const byKind = Map.groupBy(due, ({ kind }) => kind);
  return new Map(Array.from(byKind, ([kind, some]) => [kind, some.map(({ hint }) => hint)]));
};

/** Lets time pass and the workers work, as the sweep would have them, until nothing is due soon. */
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
  throw new Error(`the background does not come to rest: ${surroundings.logLines.slice(-3).join('\n')}`);
};
