import type { ConnectProgress } from '../domain/connect-session.ts';
import { isAttached, type Instance, type InstanceError } from '../domain/instance.ts';
import type { InstanceDeps } from '../instances/instance-deps.ts';
import { clearNumberCallback, type NumberAccess } from '../platform/callbacks.ts';
import { PlatformError } from '../platform/errors.ts';
import type { SessionRecord } from '../store/instances/connect-sessions.ts';
import type { InstanceRecord } from '../store/instances/instances.ts';
import { detachClauses } from '../store/instances/instance-links.ts';
import type { Change } from './session-commit.ts';
import { isTransient } from './transient.ts';

/** What a line shows of a number when it has none. */
const noNumber = {
  platform_waba_id: null,
  platform_phone_number_id: null,
  display_phone_number: null,
  verified_name: null,
  name_status: null,
  quality_rating: null,
  messaging_limit: null,
  throughput_level: null,
  platform_status: null,
  can_send_message: null,
  facts_at: null,
  heard_at: {},
} satisfies Partial<Instance>;

/** Whether the line holds a number for a connection that was not completed. */
export const holdsNumber = ({ callback, platform_phone_number_id: number }: Instance): boolean =>
  callback.state === 'pending' && number !== null;

/** Lets go of the number of a connection that was not completed; the line must hold one. */
export const releasing = (
  deps: InstanceDeps,
  { partnerId }: SessionRecord,
  instance: InstanceRecord,
  next: Instance,
  error: InstanceError | null,
): Pick<Change, 'instance' | 'clauses'> => ({
  instance: {
    instance: { ...next, ...noNumber, callback: { state: 'none', verified_at: null, last_error: error } },
    sealedToken: null,
  },
  clauses: isAttached(instance.instance) ? detachClauses(deps.table, partnerId, instance.instance) : [],
});

/** Whether the callback may stand at the number, although nobody read it back. */
export const mayHaveSet = ({ step }: ConnectProgress): boolean => step === 'registered' || step === 'callback_set';

/**
 * Takes the callback away from the number.
 * @returns why that is not possible, now or ever; null when it is gone
 * @throws PlatformError that may pass
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
