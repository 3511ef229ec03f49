import { statusAfter, type Instance, type InstanceError } from '../domain/instance.ts';
import { instanceTransitions } from '../domain/states/instance-states.ts';
import { isPossible } from '../domain/states/transition.ts';
import { persist } from '../store/table/commit.ts';
import { readInstance } from '../store/instances/instances.ts';
import { changeInstance } from './change-instance.ts';
import type { TableDeps } from './instance-deps.ts';

/** The changes of an instance whose token the platform refused. */
export const withoutToken = (instance: Instance, error: InstanceError): Partial<Instance> => ({
  status: isPossible(instanceTransitions, instance.status, 'lose_token')
    ? statusAfter(instance, 'lose_token')
    : instance.status,
  connection: { ...instance.connection, last_error: error },
});

/**
 * Records that the platform refused an instance's token, unless the instance has another token or already requires a
 * reconnection.
 * @param sealedToken the refused token
 */
export const loseToken = (
  deps: TableDeps,
  partnerId: string,
  instanceId: string,
  sealedToken: string,
  error: InstanceError,
): Promise<void> =>
  persist(deps.retryPolicy, async () => {
    const current = await readInstance(deps.table, partnerId, instanceId);
    if (current?.sealedToken !== sealedToken || current.instance.status === 'reconnect_required') return;
    await changeInstance(deps, partnerId, current, withoutToken(current.instance, error));
  });
