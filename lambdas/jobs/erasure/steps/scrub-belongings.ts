import { atStep, counting } from '../../../domain/erasure-progress.ts';
import type { Milliseconds } from '../../../kernel/time.ts';
import { commit } from '../../../store/table/commit.ts';
import { instancesUnder } from '../../../store/instances/customer-instances.ts';
import {
  eraseAccountEvents,
  eraseTemplates,
  templatesOfAccount,
  unlistAccount,
} from '../../../store/erasure/erase-account.ts';
import { eraseInstance, isSharedWaba } from '../../../store/erasure/erase-instance.ts';
import { eraseNotices } from '../../../store/erasure/erase-notices.ts';
import { readPartner } from '../../../store/partners/callers.ts';
import { eraseRows } from '../../../store/search/erase-rows.ts';
import { forgetJobClause } from '../../../store/instances/lifecycle-jobs.ts';
import type { HeldErasure } from '../held-erasure.ts';
import type { StepOutcome } from '../step-outcome.ts';

/** Until a fold of the search index may have ended. */
const pause: Milliseconds = 3_000;
/** Between looks at connections that are cleaned up: at the end of a worker's lease, and for hours while the platform fails. */
const cleanUp: Milliseconds = 30_000;

/** Erases the business accounts that no other customer's line has or had, and the notifications about them and the instances. */
const scrubAccounts = async (
  held: HeldErasure,
  wabas: ReadonlySet<string>,
  instanceIds: readonly string[],
): Promise<void> => {
  const { table, retryPolicy, clock } = held.deps;
  const { partnerId, customerId } = held.erasure;
  const now = clock();
  const sizes = wabas.size === 0 ? [] : ((await readPartner(table, partnerId))?.sizes ?? []);
  const [gone, templates] = [new Set<string>(), new Set<string>()];
  for (const wabaId of wabas) {
    const isShared = () => isSharedWaba(table, partnerId, sizes, now, wabaId, customerId);
    if (!(await unlistAccount(table, retryPolicy, { partnerId, wabaId }, isShared))) continue;
    gone.add(wabaId);
    for (const id of await templatesOfAccount(table, { partnerId, wabaId })) templates.add(id);
  }
  // Notifications come before what names the templates, so that a repetition finds the same ones.
  const erased = { instance: new Set(instanceIds), waba: gone, template: templates };
  if (instanceIds.length > 0) await eraseNotices(table, partnerId, erased, () => held.note(held.erasure));
  for (const [place, wabaId] of [...gone].entries()) {
    // Between accounts. The end of the step is noted anyway.
    if (place > 0) await held.note(held.erasure);
    await eraseAccountEvents(table, retryPolicy, { partnerId, wabaId });
    await eraseTemplates(table, retryPolicy, { partnerId, wabaId });
  }
};

/** Erases the instances, their sessions, their rows in the search index, their business accounts, what notifications say of them, and the jobs with their reasons. */
export const scrubBelongings = async (held: HeldErasure): Promise<StepOutcome> => {
  const { table, retryPolicy } = held.deps;
  const { partnerId, customerId, cursor } = held.erasure;
  const wabas = new Set<string>();
  const instances = await instancesUnder(table, partnerId, customerId);
  let areDone = true;
  for (const { instanceId } of instances) {
    const { wabaId, isDone } = await eraseInstance(table, retryPolicy, partnerId, instanceId);
    areDone &&= isDone;
    if (wabaId !== null) wabas.add(wabaId);
    const isNew = cursor === null || instanceId > cursor;
    if (isNew) await held.note(counting(atStep(held.erasure, 'belongings', instanceId), { instances: 1 }));
  }
  if (!areDone) return { kind: 'wait', next: atStep(held.erasure, 'belongings', held.erasure.cursor), time: cleanUp };
  const ids = instances.map(({ instanceId }) => instanceId);
  if (ids.length > 0 && !(await eraseRows(held.deps, partnerId, 'I', ids))) {
    return { kind: 'wait', next: atStep(held.erasure, 'belongings', held.erasure.cursor), time: pause };
  }
  await scrubAccounts(held, wabas, ids);
  await commit(table, [
    forgetJobClause(table, partnerId, customerId, 'DEACTIVATE'),
    forgetJobClause(table, partnerId, customerId, 'MERGE'),
  ]);
  return { kind: 'go', next: atStep(held.erasure, 'merged') };
};
