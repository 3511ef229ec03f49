import { statusAfter, type Instance, type InstanceError } from '../domain/instance.ts';
import { instanceTransitions } from '../domain/states/instance-states.ts';
import { isPossible } from '../domain/states/transition.ts';
import { isoOf, type Milliseconds } from '../kernel/time.ts';
import { isAppRemoved, type PlatformError, type PlatformErrorKind } from '../platform/errors.ts';
import { instanceErrorOf } from './instance-error.ts';

/** Why an instance lost its access. */
export interface Loss {
  readonly error: InstanceError;
  /** Whether the platform itself took the access away, so that nothing of the instance is left there to remove. */
  readonly isTaken: boolean;
}

const doubtful: ReadonlySet<PlatformErrorKind> = new Set<PlatformErrorKind>(['token_invalid', 'permission', 'gone']);

/** Refusals that are not yet a loss: the object may be hidden, a permission missing for a moment, the refusal wrong. */
export const isDoubtful = ({ kind }: PlatformError): boolean => doubtful.has(kind);

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
