import { connectedStatusOf } from '../../domain/connected-status.ts';
import { serviceCause } from '../../domain/history.ts';
import { isConnected, type Instance, type InstanceCallback } from '../../domain/instance.ts';
import { isoOf, type Milliseconds } from '../../kernel/time.ts';
import { callbackTargetOf, type CallbackTarget } from '../../lines/callback-target.ts';
import type { AppDeps, InstanceDeps } from '../../lines/instance-deps.ts';
import { instanceErrorOf } from '../../lines/instance-error.ts';
import { isNumberInUse } from '../../lines/number-in-use.ts';
import { changeObserved, observe, Observed, type Observation } from '../../lines/observed.ts';
import {
  clearNumberCallback,
  readNumberCallback,
  setNumberCallback,
  type NumberAccess,
} from '../../platform/callbacks.ts';
import { PlatformError, repeatableAt } from '../../platform/errors.ts';
import { readInstance, type InstanceRecord } from '../../store/instances/instances.ts';
import { unchangedEndpointClause } from '../../store/webhooks/unchanged-endpoint.ts';
import { callbackUrlOf, readWebhookEndpoint } from '../../store/webhooks/webhook-endpoints.ts';

export type Moved =
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly code: string }
  | { readonly kind: 'later'; readonly at: Milliseconds };

const sameUrl = (left: string | null, right: string): boolean =>
  left !== null && URL.parse(left)?.href === URL.parse(right)?.href;

/** Sets the callback and reads it back. @throws PlatformError */
const point = async (deps: InstanceDeps, access: NumberAccess, { url, verifyToken }: CallbackTarget): Promise<void> => {
  await setNumberCallback(deps.platform, access, url, verifyToken);
  const { number } = await readNumberCallback(deps.platform, access);
  if (sameUrl(number, url)) return;
  throw new PlatformError({ kind: 'unknown', message: 'the callback was set but does not point to the endpoint' });
};

/** Records what became of the callback, unless the line is no longer connected or the endpoint is another one by now. */
const withCallback = <T>(
  deps: InstanceDeps,
  partnerId: string,
  observed: Observed<T>,
  { url }: CallbackTarget,
  callback: (instance: Instance) => InstanceCallback,
): Promise<Instance> => {
  const decide = async (_: T, instance: Instance): Promise<Observation | null> => {
    const endpoint = await readWebhookEndpoint(deps.table, partnerId);
    if (!isConnected(instance) || endpoint === null || callbackUrlOf(endpoint) !== url) return null;
    const changed = callback(instance);
    return {
      changes: { callback: changed, status: connectedStatusOf({ ...instance, callback: changed }) },
      clauses: [unchangedEndpointClause(deps.table, partnerId, endpoint)],
    };
  };
  const cause = serviceCause('migration', deps.newId(deps.clock()));
  return changeObserved(deps, partnerId, observed, decide, { cause, notificationsOf: () => [] });
};

/**
 * Removes the callback from an instance that was deactivated meanwhile. A connection that began during the removal gets it back, because
 * it may have read it before.
 * @throws PlatformError
 */
const takeBack = async (
  deps: InstanceDeps,
  partnerId: string,
  instanceId: string,
  access: NumberAccess,
  target: CallbackTarget,
): Promise<void> => {
  const { number } = await readNumberCallback(deps.platform, access);
  if (!sameUrl(number, target.url)) return;
  const isUsed = (): Promise<boolean> => isNumberInUse(deps, partnerId, instanceId, access.phoneNumberId);
  if (await isUsed()) return;
  await clearNumberCallback(deps.platform, access);
  if (await isUsed()) await point(deps, access, target);
};

const move = async (
  deps: InstanceDeps,
  partnerId: string,
  record: InstanceRecord,
  target: CallbackTarget,
): Promise<void> => {
  const { id } = record.instance;
  const takenBack = () => observe(deps, partnerId, record, (access) => takeBack(deps, partnerId, id, access, target));
  if (!isConnected(record.instance)) {
    await takenBack();
    return;
  }
  const pointed = await observe(deps, partnerId, record, (access) => point(deps, access, target));
  if (pointed === null) return;
  const active = (): InstanceCallback => ({ state: 'active', verified_at: isoOf(deps.clock()), last_error: null });
  const after = await withCallback(deps, partnerId, pointed, target, active);
  const isSameNumber = after.platform_phone_number_id === record.instance.platform_phone_number_id;
  if (!isConnected(after) || !isSameNumber) await takenBack();
};

/** The endpoint as the target of callbacks; null when the given one leads to it. */
const otherTarget = async (
  deps: AppDeps,
  partnerId: string,
  { url }: CallbackTarget,
): Promise<CallbackTarget | null> => {
  const endpoint = await readWebhookEndpoint(deps.table, partnerId);
  return endpoint === null || callbackUrlOf(endpoint) === url ? null : callbackTargetOf(deps, partnerId, endpoint);
};

const failed = async (
  deps: InstanceDeps,
  partnerId: string,
  refused: Observed<PlatformError>,
  target: CallbackTarget,
  error: PlatformError,
): Promise<Moved> => {
  const now = deps.clock();
  const again = repeatableAt(error, now);
  if (again !== null) return { kind: 'later', at: again };
  const reason = instanceErrorOf(error, now);
  await withCallback(deps, partnerId, refused, target, ({ callback }) => ({
    ...callback,
    state: 'drifted',
    last_error: reason,
  }));
  const current = await readInstance(deps.table, partnerId, refused.asked.instance.id);
  // The refusal was of the former number or token, and says nothing about the line as it is now.
  if (current !== null && refused.for(current) === null) return { kind: 'later', at: now };
  return { kind: 'failed', code: reason.code };
};

/**
 * Sets one instance's callback to the endpoint and reads it back. A repetition does no harm. An instance that is no
 * longer connected has no callback to move.
 */
export const moveCallback = async (
  deps: AppDeps,
  partnerId: string,
  instanceId: string,
  target: CallbackTarget,
): Promise<Moved> => {
  const record = await readInstance(deps.table, partnerId, instanceId);
  if (record === null) return { kind: 'done' };
  const at = deps.clock();
  try {
    await move(deps, partnerId, record, target);
    // A newer migration may have moved the callback before this one did.
    const newer = await otherTarget(deps, partnerId, target);
    if (newer !== null) await move(deps, partnerId, record, newer);
    return { kind: 'done' };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return failed(deps, partnerId, new Observed(error, record, at), target, error);
  }
};
