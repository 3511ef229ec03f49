import type { ConnectProgress } from '../domain/connect-session.ts';
import { isAttached, noFacts, type Instance, type InstanceError } from '../domain/instance.ts';
import type { InstanceDeps } from '../lines/instance-deps.ts';
import { clearNumberCallback, type NumberAccess } from '../platform/callbacks.ts';
import { isTransient, PlatformError } from '../platform/errors.ts';
import type { SessionRecord } from '../store/instances/connect-sessions.ts';
import type { InstanceRecord } from '../store/instances/instances.ts';
import { detachClauses } from '../store/instances/instance-links.ts';
import type { Change } from './session-commit.ts';

/** Whether the instance holds a number of an incomplete connection. */
export const holdsNumber = ({ callback, platform_phone_number_id: number }: Instance): boolean =>
  callback.state === 'pending' && number !== null;

/** Releases the number of an incomplete connection. The instance must hold one. */
export const releasing = (
  deps: InstanceDeps,
  { partnerId }: SessionRecord,
  record: InstanceRecord,
  next: Instance,
  error: InstanceError | null,
): Pick<Change, 'instance' | 'clauses'> => ({
  instance: {
    instance: {
      ...next,
      ...noFacts,
      platform_waba_id: null,
      platform_phone_number_id: null,
      coexistence: false,
      callback: { state: 'none', verified_at: null, last_error: error },
    },
    sealedToken: null,
  },
  clauses: isAttached(record.instance) ? detachClauses(deps.table, partnerId, record.instance) : [],
});

/** Whether the callback may be set, although it was not read back. */
export const mayHaveSet = ({ step }: ConnectProgress): boolean => step === 'registered' || step === 'callback_set';

/**
 * Removes the callback of the number.
 * @returns why that is not possible; null when the callback is removed
 * @throws PlatformError that is transient
 */
export const removeCallback = async (deps: InstanceDeps, access: NumberAccess): Promise<PlatformError | null> => {
  try {
    await clearNumberCallback(deps.platform, access);
    return null;
  } catch (error) {
    if (!(error instanceof PlatformError) || isTransient(error)) throw error;
    return error.kind === 'gone' ? null : error;
  }
};
