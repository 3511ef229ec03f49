import type { PlatformClient } from '../../lambdas/platform/client.ts';
import { dueHints } from '../harness/due-hints.ts';
import { newId, systemRetryPolicy } from '../../lambdas/runtime/clock.ts';
import { runWork } from '../../lambdas/runtime/run-work.ts';
import { runners } from '../../lambdas/template-sync/runners.ts';
import type { World } from '../harness/world.ts';
import { wordyTemplates } from '../harness/many-templates.ts';
import { noDeadline } from '../harness/no-deadline.ts';

const perPage = 250;

/** Business accounts of the scene's partner, with 6,000 templates and with 10. */
export const manyWaba = '6600';
export const fewWaba = '6601';

const many = wordyTemplates(6_000);
const few = many.slice(0, 10);

/** The templates of the business accounts, page after page. */
const platform: PlatformClient = {
  call: ({ path, query, answer }) => {
    const templates = path.includes(manyWaba) ? many : few;
    const first = Number(query?.['after'] ?? 0);
    const next = first + perPage;
    return Promise.resolve(
      answer.parse({
        data: templates.slice(first, next),
        ...(next < templates.length && { paging: { cursors: { after: String(next) }, next: 'there is one' } }),
      }),
    );
  },
};

/** Carries out the syncs that were started. */
export const endPasses = async ({ table, vault }: World, now: () => number): Promise<void> => {
  const instances = { table, retryPolicy: systemRetryPolicy, clock: now, newId, vault, platform, deadline: noDeadline };
  const deps = { ...instances, pageSize: perPage };
  for (const hint of await dueHints(table, 'sync', now())) await runWork(runners(deps, now() + 60_000), hint);
};

/** Synchronises the templates as the service does. The accounts have a connected instance. */
export const plantTemplates = async (world: World, now: () => number, wabas: readonly string[]): Promise<void> => {
  for (const wabaId of wabas) {
    const instanceId = await world.instance(await world.customer('templates'), `templates-${wabaId}`);
    await world.connect(instanceId, `20654000000${wabaId}`, wabaId);
    const asked = await world.command('POST', 'refresh-partner-platform-templates', { waba_id: wabaId });
    if (asked.status !== 202) throw new Error(asked.text);
  }
  await endPasses(world, now);
};
