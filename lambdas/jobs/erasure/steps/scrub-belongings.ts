import { atStep, counting } from '../../../domain/erasure-progress.ts';
import type { Milliseconds } from '../../../kernel/time.ts';
import { commit } from '../../../store/table/commit.ts';
import { instancesUnder } from '../../../store/instances/customer-instances.ts';
import { eraseInstance, eraseTemplates, isSharedWaba } from '../../../store/erasure/erase-instance.ts';
import { readPartner } from '../../../store/partners/callers.ts';
import { eraseRows } from '../../../store/search/erase-rows.ts';
import { forgetJobClause } from '../../../store/instances/lifecycle-jobs.ts';
import type { HeldErasure } from '../held-erasure.ts';
import type { StepOutcome } from '../step-outcome.ts';

/** Until a fold of the search index may have ended. */
const pause: Milliseconds = 3_000;

/** Erases the instances, their sessions, their rows in the search index, the templates of their business accounts, and the jobs with their reasons. */
export const scrubBelongings = async (held: HeldErasure): Promise<StepOutcome> => {
  const { table, retryPolicy, clock } = held.deps;
  const { partnerId, customerId, cursor } = held.erasure;
  const wabas = new Set<string>();
  const instances = await instancesUnder(table, partnerId, customerId);
  for (const { instanceId } of instances) {
    const wabaId = await eraseInstance(table, retryPolicy, partnerId, instanceId);
    if (wabaId !== null) wabas.add(wabaId);
    const isNew = cursor === null || instanceId > cursor;
    if (isNew) await held.note(counting(atStep(held.erasure, 'belongings', instanceId), { instances: 1 }));
  }
  const ids = instances.map(({ instanceId }) => instanceId);
  if (ids.length > 0 && !(await eraseRows(held.deps, partnerId, 'I', ids))) {
    return { kind: 'wait', next: atStep(held.erasure, 'belongings', held.erasure.cursor), time: pause };
  }
  const sizes = wabas.size === 0 ? [] : ((await readPartner(table, partnerId))?.sizes ?? []);
  for (const wabaId of wabas) {
    if (await isSharedWaba(table, partnerId, sizes, clock(), wabaId, customerId)) continue;
    await eraseTemplates(table, partnerId, wabaId);
    await held.note(held.erasure);
  }
  await commit(table, [
    forgetJobClause(table, partnerId, customerId, 'DEACTIVATE'),
    forgetJobClause(table, partnerId, customerId, 'MERGE'),
  ]);
  return { kind: 'go', next: atStep(held.erasure, 'merged') };
};
