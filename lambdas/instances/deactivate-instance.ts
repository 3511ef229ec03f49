import { leaseEnd } from '../domain/deadline.ts';
import { ServiceError } from '../domain/errors.ts';
import {
  isAttached,
  revised,
  slotAfter,
  stateOf,
  statusAfter,
  type Instance,
  type InstanceError,
} from '../domain/instance.ts';
import { instanceNotifications } from '../domain/instance-notifications.ts';
import { isoOf, type Milliseconds } from '../domain/time.ts';
import { work } from '../domain/work.ts';
import { clearNumberCallback, readNumberCallback, type NumberAccess } from '../platform/callbacks.ts';
import { PlatformError } from '../platform/errors.ts';
import { commit, persist, type Clause } from '../store/table/commit.ts';
import { revokeClauses } from '../store/instances/connect-sessions.ts';
import { instanceClauses, readInstance, type InstanceRecord, type Deactivation } from '../store/instances/instances.ts';
import { commitTelling, notificationClauses } from '../store/notifications/notifications.ts';
import { endClauses, endEntryClauses, nextRecord } from './end-entry.ts';
import { accessTo } from './refresh-instance.ts';
import type { InstanceDeps } from './instance-deps.ts';
import { instanceErrorOf } from './instance-error.ts';

/** Why and for whom an instance is deactivated. */
export interface DeactivationContext extends Deactivation {
  readonly partnerId: string;
  readonly idempotencyKey: string | null;
  /** Whether a worker resumes a removal that this invocation cannot complete. Without one it fails. */
  readonly isResumable: boolean;
}

export type InstanceDeactivation =
  | { readonly kind: 'completed'; readonly instance: Instance }
  | { readonly kind: 'already_inactive'; readonly instance: Instance }
  | { readonly kind: 'failed'; readonly instance: Instance; readonly error: InstanceError }
  /** The time of the invocation is over; the next worker resumes. */
  | { readonly kind: 'unfinished' };

/** Further clauses of the final commit, such as the receipt of the response. */
export type Closing = (instance: Instance) => Promise<readonly Clause[]>;

const requireRecord = async (deps: InstanceDeps, partnerId: string, id: string): Promise<InstanceRecord> => {
  const record = await readInstance(deps.table, partnerId, id);
  if (record === null) throw new Error('the instance does not exist');
  return record;
};

const isOthers = (record: InstanceRecord, now: Milliseconds): boolean =>
  record.instance.status === 'deactivating' && record.busyUntil !== null && record.busyUntil > now;

interface Begun {
  readonly record: InstanceRecord;
  /** An earlier attempt may have removed the callback. */
  readonly isResumed: boolean;
}

/** Commits the begin of the deactivation. After a crash another worker resumes it. */
const begin = (deps: InstanceDeps, context: DeactivationContext, instanceId: string): Promise<Begun> =>
  persist(deps.retryPolicy, async () => {
    const now = deps.clock();
    const record = await requireRecord(deps, context.partnerId, instanceId);
    const { instance } = record;
    const isResumed = instance.callback.state === 'removing' || instance.callback.state === 'remove_failed';
    if (instance.status === 'inactive') return { record, isResumed };
    if (isOthers(record, now)) {
      throw new ServiceError('idempotency_in_progress', 'the instance is being deactivated; try again', {
        retryAfter: 2,
      });
    }
    const changes: Partial<Instance> =
      instance.status === 'deactivating'
        ? {}
        : {
            status: statusAfter(instance, 'begin_deactivation'),
            slot_state: slotAfter(instance, 'begin_release'),
            callback: { ...instance.callback, state: isAttached(instance) ? 'removing' : instance.callback.state },
          };
    const { cause, reason, recorded } = context;
    const next: InstanceRecord = {
      ...nextRecord(record, revised(instance, changes, now), leaseEnd(deps.deadline, now, work.instance.lease)),
      deactivation: record.deactivation ?? { cause, reason, recorded, from: stateOf(instance) },
    };
    await commit(deps.table, [
      ...instanceClauses(deps.table, context.partnerId, next, instance),
      ...(await revokeClauses(deps.table, context.partnerId, instance, now)),
    ]);
    return { record: next, isResumed };
  });

const isRemoved = async (deps: InstanceDeps, access: NumberAccess): Promise<boolean> =>
  (await readNumberCallback(deps.platform, access)).number === null;

/**
 * Clears the number's callback and verifies it. A number that no longer exists has none. A resumed removal reads the
 * callback first, which saves a call when it is already removed.
 * @throws PlatformError
 */
const removeCallback = async (deps: InstanceDeps, access: NumberAccess, isResumed: boolean): Promise<void> => {
  try {
    if (isResumed && (await isRemoved(deps, access))) return;
    await clearNumberCallback(deps.platform, access);
    if (!(await isRemoved(deps, access))) {
      throw new PlatformError({ kind: 'unknown', message: 'the callback is still set after its removal' });
    }
  } catch (error) {
    if (!(error instanceof PlatformError) || error.kind !== 'gone') throw error;
  }
};

const requireAccess = async (deps: InstanceDeps, partnerId: string, record: InstanceRecord): Promise<NumberAccess> => {
  const access = await accessTo(deps, partnerId, record);
  if (access !== null) return access;
  throw new PlatformError({ kind: 'token_invalid', message: 'the instance has no token to remove its callback with' });
};

/** @returns the platform's error; null when the callback is removed; `unfinished` when the invocation's time is over */
const removeRemotely = async (
  deps: InstanceDeps,
  { partnerId, isResumable }: DeactivationContext,
  { record, isResumed }: Begun,
): Promise<InstanceError | null | 'unfinished'> => {
  if (!isAttached(record.instance)) return null;
  try {
    await removeCallback(deps, await requireAccess(deps, partnerId, record), isResumed);
    return null;
  } catch (error) {
    if (isResumable && error instanceof PlatformError && error.kind === 'out_of_time') return 'unfinished';
    return instanceErrorOf(error, deps.clock());
  }
};

/** Makes the instance due at once, so that the next worker resumes. */
const pause = (deps: InstanceDeps, partnerId: string, begun: InstanceRecord): Promise<void> =>
  persist(deps.retryPolicy, async () => {
    const record = await requireRecord(deps, partnerId, begun.instance.id);
    // Another worker took over.
    if (record.busyUntil !== begun.busyUntil || record.instance.status !== 'deactivating') return;
    const next = nextRecord(record, record.instance, deps.clock());
    await commit(deps.table, instanceClauses(deps.table, partnerId, next, record.instance));
  });

const recordFailure = (
  deps: InstanceDeps,
  partnerId: string,
  begun: InstanceRecord,
  error: InstanceError,
): Promise<Instance> =>
  persist(deps.retryPolicy, async () => {
    const record = await requireRecord(deps, partnerId, begun.instance.id);
    const { instance } = record;
    if (instance.status !== 'deactivating') return instance;
    const changes = {
      status: statusAfter(instance, 'fail_deactivation'),
      slot_state: slotAfter(instance, 'block_release'),
      callback: { ...instance.callback, state: 'remove_failed', last_error: error },
    } as const;
    const next = { ...nextRecord(record, revised(instance, changes, deps.clock()), null), deactivation: undefined };
    const clauses = instanceClauses(deps.table, partnerId, next, instance);
    const tell = notificationClauses(deps.table, deps.newId);
    await commitTelling(
      deps.table,
      clauses,
      tell,
      partnerId,
      instanceNotifications(instance, next.instance),
      deps.clock(),
    );
    return next.instance;
  });

const finish = (
  deps: InstanceDeps,
  context: DeactivationContext,
  begun: InstanceRecord,
  closing: Closing,
): Promise<Instance> =>
  persist(deps.retryPolicy, async () => {
    const now = deps.clock();
    const record = await requireRecord(deps, context.partnerId, begun.instance.id);
    const { instance } = record;
    // Another worker finished it, or the operator released it, during the call of the platform.
    if (instance.status !== 'deactivating') return instance;
    const callback: Partial<Instance> = isAttached(instance)
      ? { callback: { state: 'removed', verified_at: isoOf(now), last_error: null } }
      : {};
    const { ended, clauses } = await endClauses(deps, context.partnerId, record, callback, now);
    const before = record.deactivation?.from ?? stateOf(instance);
    await commit(deps.table, [
      ...(await closing(ended)),
      ...clauses,
      ...(context.recorded ? await endEntryClauses(deps, context, before, ended, now) : []),
    ]);
    return ended;
  });

const nothingMore: Closing = () => Promise.resolve([]);

/**
 * Deactivates an instance: removes the platform's callback, verifies the removal, and frees the slot. It is idempotent and
 * resumes after a crash.
 * @throws ServiceError invalid_state, idempotency_in_progress while another worker holds the instance
 */
export const runDeactivation = async (
  deps: InstanceDeps,
  context: DeactivationContext,
  instanceId: string,
  closing: Closing = nothingMore,
): Promise<InstanceDeactivation> => {
  const { partnerId } = context;
  const begun = await begin(deps, context, instanceId);
  const { record } = begun;
  if (record.instance.status === 'inactive') return { kind: 'already_inactive', instance: record.instance };
  const error = await removeRemotely(deps, context, begun);
  if (error === null) return { kind: 'completed', instance: await finish(deps, context, record, closing) };
  if (error !== 'unfinished') {
    return { kind: 'failed', error, instance: await recordFailure(deps, partnerId, record, error) };
  }
  await pause(deps, partnerId, record);
  return { kind: 'unfinished' };
};
