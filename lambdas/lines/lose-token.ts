import { statusAfter, type Instance, type InstanceError } from '../domain/instance.ts';
import { instanceTransitions } from '../domain/states/instance-states.ts';
import { isPossible } from '../domain/states/transition.ts';
import { isoOf, type Milliseconds } from '../kernel/time.ts';
import { isAppRemoved, type PlatformError } from '../platform/errors.ts';
import { persist } from '../store/table/commit.ts';
import { readInstance } from '../store/instances/instances.ts';
import { changeInstance } from './change-instance.ts';
import type { TableDeps } from './instance-deps.ts';
import { instanceErrorOf } from './instance-error.ts';
import { isAnsweredSince } from './observed.ts';

/** Why an instance lost its access. */
export interface Loss {
  readonly error: InstanceError;
  /** Whether the platform itself took the access away, so that nothing of the instance is left there to remove. */
  readonly isTaken: boolean;
}

/** Refusals that are not yet a loss: the object may be hidden, and a permission may be missing for a moment. */
export const isDoubtful = ({ kind }: PlatformError): boolean => kind === 'permission' || kind === 'gone';

/** The loss that a refused token is. */
export const lossOf = (error: PlatformError, now: Milliseconds): Loss => ({
  error: instanceErrorOf(error, now),
  isTaken: isAppRemoved(error),
});

/** The changes of an instance that lost its access. The first reason of a loss stays. */
export const withoutToken = (instance: Instance, { error, isTaken }: Loss): Partial<Instance> => {
  const access = { ...instance.access, doubt: null, taken: instance.access.taken || isTaken };
  if (instance.status === 'reconnect_required') return { access };
  const status = isPossible(instanceTransitions, instance.status, 'lose_token')
    ? statusAfter(instance, 'lose_token')
    : instance.status;
  return { status, access, connection: { ...instance.connection, last_error: error } };
};

/** Notes that a lost token was tried again. */
export const triedAgain = (instance: Instance, now: Milliseconds): Partial<Instance> =>
  instance.status === 'reconnect_required' ? { access: { ...instance.access, tried_at: isoOf(now) } } : {};

/**
 * Records that an instance lost its access, unless it has another token.
 * @param sealedToken the refused token
 */
export const loseToken = (
  deps: TableDeps,
  partnerId: string,
  instanceId: string,
  sealedToken: string,
  loss: Loss,
): Promise<void> =>
  persist(deps.retryPolicy, async () => {
    const current = await readInstance(deps.table, partnerId, instanceId);
    if (current?.sealedToken !== sealedToken) return;
    const { instance } = current;
    // A later reading was answered with the token.
    if (isAnsweredSince(instance, Date.parse(loss.error.at))) return;
    const isKnown = instance.status === 'reconnect_required' && (instance.access.taken || !loss.isTaken);
    if (isKnown) return;
    await changeInstance(deps, partnerId, current, withoutToken(instance, loss));
  });
