import { ServiceError } from '../domain/errors.ts';
import type { Cause } from '../domain/history.ts';
import { revised, slotAfter, stateOf, statusAfter, type Instance } from '../domain/instance.ts';
import { commit, persist, type Clause } from '../store/table/commit.ts';
import { instanceClauses, readInstance, type InstanceRecord } from '../store/instances/instances.ts';
import { detachClauses } from '../store/instances/instance-links.ts';
import { freeSlotClause } from '../store/instances/slots.ts';
import { endEntryClauses } from './end-entry.ts';
import type { InstanceDeps } from './instance-deps.ts';

/** Who gives a line up, and why. */
export interface Release {
  readonly partnerId: string;
  readonly cause: Cause;
  readonly reason: string;
  /** Further clauses of the commit. */
  readonly clauses: readonly Clause[];
}

const requireFailed = (record: InstanceRecord | null): InstanceRecord => {
  if (record === null) throw new ServiceError('not_found', 'the instance was not found');
  if (record.instance.status === 'deactivation_failed') return record;
  throw new ServiceError(
    'invalid_state',
    `the instance is ${record.instance.status}; only one whose deactivation failed can be released`,
  );
};

/**
 * Ends a line whose callback the platform would not remove: its slot and its number are free, and the callback stays
 * on record as not removed, for the platform may still hold it.
 * @throws ServiceError not_found, invalid_state
 */
export const releaseInstance = (
  deps: Pick<InstanceDeps, 'table' | 'newId' | 'retryPolicy'>,
  release: Release,
  instanceId: string,
  now: number,
): Promise<Instance> =>
  persist(deps.retryPolicy, async () => {
    const { partnerId } = release;
    const record = requireFailed(await readInstance(deps.table, partnerId, instanceId));
    const { instance } = record;
    const changes = {
      status: statusAfter(instance, 'deactivate'),
      slot_state: slotAfter(instance, 'release'),
      connection: { ...instance.connection, token_expires_at: null },
    };
    const ended = revised(instance, changes, now);
    const next = {
      ...record,
      instance: ended,
      revision: record.revision + 1,
      sealedToken: null,
      busyUntil: null,
      takingDown: undefined,
    };
    await commit(deps.table, [
      ...instanceClauses(deps.table, partnerId, next, instance),
      freeSlotClause(deps.table, partnerId),
      ...detachClauses(deps.table, partnerId, instance),
      ...(await endEntryClauses(deps, { ...release, idempotencyKey: null }, stateOf(instance), ended, now)),
      ...release.clauses,
    ]);
    return ended;
  });
