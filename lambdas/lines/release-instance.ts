import { invalidState, notFound } from '../kernel/errors.ts';
import { stateOf, type Instance } from '../domain/instance.ts';
import { readInstance, type InstanceRecord } from '../store/instances/instances.ts';
import { commit, type Clause } from '../store/table/commit.ts';
import { endClauses, endEntryClauses, persistEnd, type InstanceEnd } from './end-entry.ts';
import type { InstanceDeps } from './instance-deps.ts';

/** Who releases an instance, and why. */
export interface Release extends Omit<InstanceEnd, 'idempotencyKey'> {
  /** Further clauses of the commit. */
  readonly clauses: readonly Clause[];
}

const requireFailed = (record: InstanceRecord | null): InstanceRecord => {
  if (record === null) throw notFound('the instance');
  if (record.instance.status === 'deactivation_failed') return record;
  throw invalidState(
    record.instance.status,
    `the instance is ${record.instance.status}; only one whose deactivation failed can be released`,
  );
};

/**
 * Ends an instance whose callback the platform did not remove. Its callback state stays `remove_failed`, because the
 * platform may still have the callback.
 * @throws ServiceError not_found, invalid_state
 */
export const releaseInstance = (
  deps: Pick<InstanceDeps, 'table' | 'newId' | 'retryPolicy'>,
  { clauses: further, ...release }: Release,
  instanceId: string,
  now: number,
): Promise<Instance> =>
  persistEnd(deps, async (detach) => {
    const record = requireFailed(await readInstance(deps.table, release.partnerId, instanceId));
    const { instance } = record;
    const { ended, clauses } = endClauses(deps, release.partnerId, record, {}, now, detach);
    const end = { ...release, idempotencyKey: null };
    const turn = { before: instance, after: ended };
    const entry = await endEntryClauses(deps, end, stateOf(instance), turn, now);
    await commit(deps.table, [...clauses, ...entry, ...further]);
    return ended;
  });
