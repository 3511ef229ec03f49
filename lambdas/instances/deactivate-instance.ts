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
import { sessionClause, readSession } from '../store/instances/connect-sessions.ts';
import { instanceClauses, readInstance, type InstanceRecord, type TakingDown } from '../store/instances/instances.ts';
import { detachClauses } from '../store/instances/instance-links.ts';
import { commitTelling, notificationClauses } from '../store/notifications/notifications.ts';
import { freeSlotClause } from '../store/instances/slots.ts';
import { endEntryClauses } from './end-entry.ts';
import { accessTo } from './refresh-instance.ts';
import type { InstanceDeps } from './instance-deps.ts';
import { instanceErrorOf } from './instance-error.ts';

/** Why and for whom a line is deactivated. */
export interface DeactivationContext extends TakingDown {
  readonly partnerId: string;
  readonly idempotencyKey: string | null;
  /** Whether a worker goes on with a removal for which the time of this invocation is too short. Otherwise it has failed. */
  readonly goesOn: boolean;
}

export type InstanceDeactivation =
  | { readonly kind: 'completed'; readonly instance: Instance }
  | { readonly kind: 'already_inactive'; readonly instance: Instance }
  | { readonly kind: 'failed'; readonly instance: Instance; readonly error: InstanceError }
  /** The time of this invocation was too short; whoever takes the line next goes on with it. */
  | { readonly kind: 'unfinished' };

/** What a commit of the final step carries beside the line: the answer's receipt, when the API is the caller. */
export type Closing = (instance: Instance) => Promise<readonly Clause[]>;

const nextOf = (record: InstanceRecord, instance: Instance, busyUntil: Milliseconds | null): InstanceRecord => ({
  ...record,
  instance,
  revision: record.revision + 1,
  busyUntil,
});

const requireRecord = async (deps: InstanceDeps, partnerId: string, id: string): Promise<InstanceRecord> => {
  const record = await readInstance(deps.table, partnerId, id);
  if (record === null) throw new Error('the instance has gone');
  return record;
};

const isOthers = (record: InstanceRecord, now: Milliseconds): boolean =>
  record.instance.status === 'deactivating' && record.busyUntil !== null && record.busyUntil > now;

/** An invitation to connect a line ends with it. */
const revokeSession = async (deps: InstanceDeps, partnerId: string, instance: Instance): Promise<readonly Clause[]> => {
  if (instance.session_id === null) return [];
  const record = await readSession(deps.table, partnerId, instance.id, instance.session_id);
  if (record === null || (record.session.status !== 'open' && record.session.status !== 'in_progress')) return [];
  const session = { ...record.session, status: 'revoked' as const };
  return [sessionClause(deps.table, { ...record, session, revision: record.revision + 1, busyUntil: null })];
};

interface Begun {
  readonly record: InstanceRecord;
  /** Somebody began to remove the callback before, and may have come as far as to remove it. */
  readonly isResumed: boolean;
}

/** Commits that the line is being taken down; from here on a dead worker's work is taken over. */
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
      ...nextOf(record, revised(instance, changes, now), leaseEnd(deps.deadline, now, work.instance.lease)),
      takingDown: record.takingDown ?? { cause, reason, recorded, from: stateOf(instance) },
    };
    await commit(deps.table, [
      ...instanceClauses(deps.table, context.partnerId, next, instance),
      ...(await revokeSession(deps, context.partnerId, instance)),
    ]);
    return { record: next, isResumed };
  });

const isRemoved = async (deps: InstanceDeps, access: NumberAccess): Promise<boolean> =>
  (await readNumberCallback(deps.platform, access)).number === null;

/**
 * Clears the number's callback and reads it back. A number that is gone has none.
 * A removal that is resumed begins with reading, so that a slow platform takes one call less at each try.
 * @throws PlatformError
 */
const removeCallback = async (deps: InstanceDeps, access: NumberAccess, isResumed: boolean): Promise<void> => {
  try {
    if (isResumed && (await isRemoved(deps, access))) return;
    await clearNumberCallback(deps.platform, access);
    if (!(await isRemoved(deps, access))) {
      throw new PlatformError({ kind: 'unknown', message: 'the callback still stands after it was removed' });
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

type Removal =
  | { readonly kind: 'removed' }
  | { readonly kind: 'failed'; readonly error: InstanceError }
  | { readonly kind: 'unfinished' };

const removeRemotely = async (
  deps: InstanceDeps,
  { partnerId, goesOn }: DeactivationContext,
  { record, isResumed }: Begun,
): Promise<Removal> => {
  if (!isAttached(record.instance)) return { kind: 'removed' };
  try {
    await removeCallback(deps, await requireAccess(deps, partnerId, record), isResumed);
    return { kind: 'removed' };
  } catch (error) {
    if (goesOn && error instanceof PlatformError && error.kind === 'out_of_time') return { kind: 'unfinished' };
    return { kind: 'failed', error: instanceErrorOf(error, deps.clock()) };
  }
};

/** Leaves the line as it is: it is due at once, and whoever takes it goes on with it. */
const pause = (deps: InstanceDeps, partnerId: string, begun: InstanceRecord): Promise<void> =>
  persist(deps.retryPolicy, async () => {
    const record = await requireRecord(deps, partnerId, begun.instance.id);
    // Another worker has it, or has finished it.
    if (record.busyUntil !== begun.busyUntil || record.instance.status !== 'deactivating') return;
    const next = nextOf(record, record.instance, deps.clock());
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
    const next = { ...nextOf(record, revised(instance, changes, deps.clock()), null), takingDown: undefined };
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
    // Another worker finished it, or an operator released it, while the platform was asked.
    if (instance.status !== 'deactivating') return instance;
    const ended = revised(
      instance,
      {
        status: statusAfter(instance, 'deactivate'),
        slot_state: slotAfter(instance, 'release'),
        callback: isAttached(instance)
          ? { state: 'removed', verified_at: isoOf(now), last_error: null }
          : instance.callback,
        connection: { ...instance.connection, token_expires_at: null },
      },
      now,
    );
    const next: InstanceRecord = { ...nextOf(record, ended, null), sealedToken: null, takingDown: undefined };
    await commit(deps.table, [
      ...(await closing(ended)),
      ...instanceClauses(deps.table, context.partnerId, next, instance),
      freeSlotClause(deps.table, context.partnerId),
      ...detachClauses(deps.table, context.partnerId, instance),
      ...(context.recorded
        ? await endEntryClauses(deps, context, record.takingDown?.from ?? stateOf(instance), ended, now)
        : []),
    ]);
    return ended;
  });

const nothingMore: Closing = () => Promise.resolve([]);

/**
 * Takes a line down: the platform's callback first, read back, then the slot. Repeated after a crash at any point it
 * goes on from there; what was removed already stays removed.
 * @throws ServiceError invalid_state, idempotency_in_progress while another worker is at it
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
  const removal = await removeRemotely(deps, context, begun);
  switch (removal.kind) {
    case 'removed':
      return { kind: 'completed', instance: await finish(deps, context, record, closing) };
    case 'failed': {
      const { error } = removal;
      return { kind: 'failed', error, instance: await recordFailure(deps, partnerId, record, error) };
    }
    case 'unfinished':
      await pause(deps, partnerId, record);
      return { kind: 'unfinished' };
  }
};
