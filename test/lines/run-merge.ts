import { mergeCustomerInstances } from '../../lambdas/lines/merge-customer-instances.ts';
import { lifecycleJobOf } from '../../lambdas/store/instances/lifecycle-jobs.ts';
import { keys } from '../../lambdas/store/table/keys.ts';
import { claimItem } from '../../lambdas/store/table/work.ts';
import type { TestTable } from '../../tools/harness/test-table.ts';
import type { World } from '../../tools/harness/world.ts';

/** Runs the merge of a source as its worker does. @param until when to stop; the first batch is always moved */
export const runMerge = async (table: TestTable, world: World, source: string, until: number): Promise<void> => {
  const now = Date.UTC(2030, 0, 2, 5);
  const key = keys.lifecycleJob(world.partner.partnerId, source, 'MERGE');
  const item = await claimItem(table, key, now, now + 60_000, 'worker');
  if (item === null) throw new Error('the job is not due');
  await mergeCustomerInstances(world.dispatcher.deps, lifecycleJobOf(item), 'worker', until);
};
