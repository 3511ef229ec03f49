import { isAttached, type InstanceError } from '../domain/instance.ts';
import { clearNumberCallback, readNumberCallback, type NumberAccess } from '../platform/callbacks.ts';
import { deregisterNumber } from '../platform/deregister-number.ts';
import { PlatformError } from '../platform/errors.ts';
import type { InstanceRecord } from '../store/instances/instances.ts';
import { confirmLoss } from './confirm-loss.ts';
import type { AppDeps, InstanceDeps } from './instance-deps.ts';
import { instanceErrorOf } from './instance-error.ts';
import { isDoubtful } from './lose-token.ts';
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
 * Whether a refusal proves that nothing of the instance is left at the platform: a number that no longer exists has no
 * callback, and what the platform itself took away needs no removal. A refusal alone can be wrong: it needs a second witness,
 * which is a callback that reported the loss, or the platform's answer on the token and the account.
 */
const isNothingLeft = async (
  deps: AppDeps,
  partnerId: string,
  record: InstanceRecord,
  error: unknown,
): Promise<boolean> => {
  if (!(error instanceof PlatformError) || !isDoubtful(error)) return false;
  if (record.instance.access.taken) return true;
  try {
    const observed = await observe(deps, partnerId, record, (access) =>
      confirmLoss(deps, access, record.instance, error),
    );
    return observed?.for(record)?.answer?.isTaken === true;
  } catch (unanswered) {
    if (unanswered instanceof PlatformError) return false;
    throw unanswered;
  }
};

/**
 * Removes the instance's callback at the platform and verifies that. A deactivation that asks for it deregisters the number
 * afterwards. Each step may be repeated after a crash.
 * @param isResumed whether an earlier attempt may have removed the callback
 * @param isResumable whether a worker resumes a removal that this invocation cannot complete. Without one it fails.
 */
export const removeRemotely = async (
  deps: AppDeps,
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
    if (await isNothingLeft(deps, partnerId, record, error)) return { kind: 'removed' };
    if (isResumable && error instanceof PlatformError && error.kind === 'out_of_time') return { kind: 'unfinished' };
    return { kind: 'failed', error: instanceErrorOf(error, deps.clock()), isCallbackRemoved };
  }
};
