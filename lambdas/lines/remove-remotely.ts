import { isAttached, type Instance, type InstanceError } from '../domain/instance.ts';
import { clearNumberCallback, readNumberCallback, type NumberAccess } from '../platform/callbacks.ts';
import { deregisterNumber } from '../platform/deregister-number.ts';
import { isAppRemoved, PlatformError } from '../platform/errors.ts';
import type { InstanceRecord } from '../store/instances/instances.ts';
import type { InstanceDeps } from './instance-deps.ts';
import { instanceErrorOf } from './instance-error.ts';
import { observe } from './observed.ts';

export type Removal =
  /** Nothing of the instance is left at the platform. */
  | { readonly kind: 'removed' }
  | { readonly kind: 'failed'; readonly error: InstanceError; readonly isCallbackRemoved: boolean }
  /** The time of the invocation is over; the next worker resumes. */
  | { readonly kind: 'unfinished' };

const isRemoved = async (deps: InstanceDeps, access: NumberAccess): Promise<boolean> =>
  (await readNumberCallback(deps.platform, access)).number === null;

/**
 * Clears the number's callback and verifies it. A resumed removal reads the callback first, which saves a call when it is
 * already removed.
 * @throws PlatformError
 */
const removeCallback = async (deps: InstanceDeps, access: NumberAccess, isResumed: boolean): Promise<void> => {
  if (isResumed && (await isRemoved(deps, access))) return;
  await clearNumberCallback(deps.platform, access);
  if (!(await isRemoved(deps, access))) {
    throw new PlatformError({ kind: 'unknown', message: 'the callback is still set after its removal' });
  }
};

const withoutToken = (): PlatformError =>
  new PlatformError({ kind: 'token_invalid', message: 'the instance has no token to remove its callback with' });

const mayDeregister = ({ instance, deactivation }: InstanceRecord): boolean =>
  deactivation?.deregister === true && !instance.coexistence;

/**
 * A number that no longer exists has no callback. What the platform itself took away needs no removal: the token is refused
 * because the customer removed the app, or a callback reported that and the platform refuses the access.
 */
const isNothingLeft = (error: unknown, { access }: Instance): boolean => {
  if (!(error instanceof PlatformError)) return false;
  const isRefused = error.kind === 'token_invalid' || error.kind === 'permission';
  return error.kind === 'gone' || isAppRemoved(error) || (access.taken && isRefused);
};

/**
 * Removes the instance's callback at the platform and verifies that. A deactivation that asks for it deregisters the number
 * afterwards. Each step may be repeated after a crash.
 * @param isResumed whether an earlier attempt may have removed the callback
 * @param isResumable whether a worker resumes a removal that this invocation cannot complete. Without one it fails.
 */
export const removeRemotely = async (
  deps: InstanceDeps,
  partnerId: string,
  record: InstanceRecord,
  { isResumed, isResumable }: { readonly isResumed: boolean; readonly isResumable: boolean },
): Promise<Removal> => {
  const hasCallback = isAttached(record.instance);
  let isCallbackRemoved = !hasCallback;
  if (isCallbackRemoved && !mayDeregister(record)) return { kind: 'removed' };
  try {
    const observed = await observe(deps, partnerId, record, async (access) => {
      if (hasCallback) await removeCallback(deps, access, isResumed);
      isCallbackRemoved = true;
      if (mayDeregister(record)) await deregisterNumber(deps.platform, access);
    });
    if (observed === null && hasCallback) throw withoutToken();
    return { kind: 'removed' };
  } catch (error) {
    if (isNothingLeft(error, record.instance)) return { kind: 'removed' };
    if (isResumable && error instanceof PlatformError && error.kind === 'out_of_time') return { kind: 'unfinished' };
    return { kind: 'failed', error: instanceErrorOf(error, deps.clock()), isCallbackRemoved };
  }
};
