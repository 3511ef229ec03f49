import { connectedStatusOf } from '../../domain/connected-status.ts';
import { serviceCause } from '../../domain/history.ts';
import { isConnected, revised, type Instance, type InstanceCallback } from '../../domain/instance.ts';
import { isoOf, type Milliseconds } from '../../kernel/time.ts';
import { announceClauses } from '../../lines/announce-change.ts';
import type { InstanceDeps } from '../../lines/instance-deps.ts';
import { instanceErrorOf } from '../../lines/instance-error.ts';
import { accessTo } from '../../lines/number-access.ts';
import {
  clearNumberCallback,
  readNumberCallback,
  setNumberCallback,
  type NumberAccess,
} from '../../platform/callbacks.ts';
import { PlatformError, repeatableAt } from '../../platform/errors.ts';
import { commit, persist } from '../../store/table/commit.ts';
import { instanceClauses, readInstance, type InstanceRecord } from '../../store/instances/instances.ts';

/** The target of the callbacks, with the token that the platform verifies it with. */
export interface NewCallback {
  readonly url: string;
  readonly verifyToken: string;
}

export type Moved =
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly code: string }
  | { readonly kind: 'later'; readonly at: Milliseconds };

const sameUrl = (left: string | null, right: string): boolean =>
  left !== null && URL.parse(left)?.href === URL.parse(right)?.href;

/** Sets the callback and reads it back. @throws PlatformError */
const point = async (deps: InstanceDeps, access: NumberAccess, { url, verifyToken }: NewCallback): Promise<void> => {
  await setNumberCallback(deps.platform, access, url, verifyToken);
  const { number } = await readNumberCallback(deps.platform, access);
  if (sameUrl(number, url)) return;
  throw new PlatformError({ kind: 'unknown', message: 'the callback was set but does not point to the endpoint' });
};

const withCallback = async (
  deps: InstanceDeps,
  partnerId: string,
  instanceId: string,
  callback: (instance: Instance) => InstanceCallback,
): Promise<Instance | null> =>
  persist(deps.retryPolicy, async () => {
    const record = await readInstance(deps.table, partnerId, instanceId);
    if (record === null) return null;
    const { instance } = record;
    if (!isConnected(instance)) return instance;
    const changed = callback(instance);
    const status = connectedStatusOf({ ...instance, callback: changed });
    const now = deps.clock();
    const next = revised(instance, { callback: changed, status }, now);
    const revision = { ...record, instance: next, revision: record.revision + 1 };
    const cause = serviceCause('migration', deps.newId(now));
    await commit(deps.table, [
      ...instanceClauses(deps.table, partnerId, revision, instance),
      ...(await announceClauses(deps, partnerId, { before: instance, after: next }, cause, now)),
    ]);
    return next;
  });

/** Removes the callback from an instance that was deactivated meanwhile. @throws PlatformError */
const takeBack = async (deps: InstanceDeps, access: NumberAccess, url: string): Promise<void> => {
  const { number } = await readNumberCallback(deps.platform, access);
  if (sameUrl(number, url)) await clearNumberCallback(deps.platform, access);
};

const move = async (
  deps: InstanceDeps,
  partnerId: string,
  record: InstanceRecord,
  access: NumberAccess,
  target: NewCallback,
): Promise<void> => {
  if (!isConnected(record.instance)) return takeBack(deps, access, target.url);
  await point(deps, access, target);
  const active = (): InstanceCallback => ({ state: 'active', verified_at: isoOf(deps.clock()), last_error: null });
  const after = await withCallback(deps, partnerId, record.instance.id, active);
  if (after === null || !isConnected(after)) await takeBack(deps, access, target.url);
};

const failed = async (
  deps: InstanceDeps,
  partnerId: string,
  instanceId: string,
  error: PlatformError,
): Promise<Moved> => {
  const now = deps.clock();
  const again = repeatableAt(error, now);
  if (again !== null) return { kind: 'later', at: again };
  const reason = instanceErrorOf(error, now);
  await withCallback(deps, partnerId, instanceId, ({ callback }) => ({
    ...callback,
    state: 'drifted',
    last_error: reason,
  }));
  return { kind: 'failed', code: reason.code };
};

/**
 * Sets one instance's callback to the endpoint and reads it back. A repetition does no harm. An instance that is no
 * longer connected has no callback to move.
 */
export const moveCallback = async (
  deps: InstanceDeps,
  partnerId: string,
  instanceId: string,
  target: NewCallback,
): Promise<Moved> => {
  const record = await readInstance(deps.table, partnerId, instanceId);
  const access = record === null ? null : await accessTo(deps, partnerId, record);
  if (record === null || access === null) return { kind: 'done' };
  try {
    await move(deps, partnerId, record, access, target);
    return { kind: 'done' };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return failed(deps, partnerId, instanceId, error);
  }
};
