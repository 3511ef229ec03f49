import { leaseEnd } from '../kernel/deadline.ts';
import { ServiceError } from '../kernel/errors.ts';
import {
  isAttached,
  revised,
  slotAfter,
  stateOf,
  statusAfter,
  type Instance,
  type InstanceCallback,
  type InstanceError,
  type InstanceState,
} from '../domain/instance.ts';
import type { InTurn } from '../kernel/in-turn.ts';
import { instanceNotifications } from '../domain/instance-notifications.ts';
import { isoOf, type Milliseconds } from '../kernel/time.ts';
import { work } from '../kernel/work.ts';
import { commit, persist, type Clause } from '../store/table/commit.ts';
import { revokeClauses } from '../store/instances/connect-sessions.ts';
import { instanceClauses, readInstance, type InstanceRecord, type Deactivation } from '../store/instances/instances.ts';
import { commitTelling, notificationClauses } from '../store/notifications/notifications.ts';
import { endClauses, endEntryClauses, nextRecord, persistEnd } from './end-entry.ts';
import type { AppDeps, InstanceDeps } from './instance-deps.ts';
import { isSameLine } from './observed.ts';
import { removeRemotely, type Removal } from './remove-remotely.ts';

/** Why and for whom an instance is deactivated. */
export interface DeactivationContext extends Deactivation {
  readonly partnerId: string;
  readonly idempotencyKey: string | null;
  /** Whether a worker resumes a removal that this invocation cannot complete. Without one it fails. */
  readonly isResumable: boolean;
  /**
   * Makes the last commits of several instances of one customer one after another: each writes the customer's record, so that at
   * once all but one of them fail.
   */
  readonly inTurn?: InTurn;
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
    const { cause, reason } = context;
    const deregister = context.deregister || record.deactivation?.deregister === true;
    const next: InstanceRecord = {
      ...nextRecord(record, revised(instance, changes, now), leaseEnd(deps.deadline, now, work.instance.lease)),
      deactivation: {
        ...(record.deactivation ?? { cause, reason, from: stateOf(instance) }),
        deregister,
      },
    };
    await commit(deps.table, [
      ...instanceClauses(deps.table, context.partnerId, next, instance),
      ...(await revokeClauses(deps.table, context.partnerId, instance, now)),
    ]);
    return { record: next, isResumed };
  });

/** Makes the instance due at once, so that the next worker resumes. */
const pause = (deps: InstanceDeps, partnerId: string, begun: InstanceRecord): Promise<void> =>
  persist(deps.retryPolicy, async () => {
    const record = await requireRecord(deps, partnerId, begun.instance.id);
    // Another worker took over.
    if (record.busyUntil !== begun.busyUntil || record.instance.status !== 'deactivating') return;
    const next = nextRecord(record, record.instance, deps.clock());
    await commit(deps.table, instanceClauses(deps.table, partnerId, next, record.instance));
  });

/** The callback once nothing of it is left. A line that never connected has had none. */
const afterRemoval = (instance: Instance, now: Milliseconds): InstanceCallback => {
  const { callback, connection } = instance;
  if (connection.connected_at === null) return { state: 'none', verified_at: null, last_error: null };
  if (!isAttached(instance)) return { ...callback, last_error: null };
  return { state: 'removed', verified_at: isoOf(now), last_error: null };
};

/** A repeated deactivation that fails again changes nothing but the state during it. */
const beforeFailure = ({ instance, deactivation }: InstanceRecord): InstanceState => {
  const from = deactivation?.from;
  return from === undefined || from.status === 'deactivation_failed' ? stateOf(instance) : from;
};

const recordFailure = (
  deps: InstanceDeps,
  context: DeactivationContext,
  begun: InstanceRecord,
  { error, isCallbackRemoved }: Extract<Removal, { kind: 'failed' }>,
): Promise<Instance> =>
  persist(deps.retryPolicy, async () => {
    const { partnerId } = context;
    const now = deps.clock();
    const record = await requireRecord(deps, partnerId, begun.instance.id);
    const { instance } = record;
    if (instance.status !== 'deactivating' || !isSameLine(begun, record)) return instance;
    const callback = isCallbackRemoved
      ? afterRemoval(instance, now)
      : { ...instance.callback, state: 'remove_failed' as const };
    const changes: Partial<Instance> = {
      status: statusAfter(instance, 'fail_deactivation'),
      slot_state: slotAfter(instance, 'block_release'),
      callback: { ...callback, last_error: error },
    };
    const next = { ...nextRecord(record, revised(instance, changes, now), null), deactivation: undefined };
    const failed = 'instance_deactivation_failed';
    // No response of a failed removal is stored.
    const end = { ...context, idempotencyKey: null };
    const turn = { before: instance, after: next.instance };
    const clauses = [
      ...instanceClauses(deps.table, partnerId, next, instance),
      ...(await endEntryClauses(deps, end, beforeFailure(record), turn, now, failed)),
    ];
    const tell = notificationClauses(deps.table, deps.newId);
    const notifications = instanceNotifications(instance, next.instance);
    await commitTelling(deps.table, clauses, tell, partnerId, notifications, now);
    return next.instance;
  });

const finish = (
  deps: InstanceDeps,
  context: DeactivationContext,
  begun: InstanceRecord,
  closing: Closing,
): Promise<Instance> =>
  persistEnd(deps, async (detach) => {
    const now = deps.clock();
    const record = await requireRecord(deps, context.partnerId, begun.instance.id);
    const { instance } = record;
    // Another worker finished it, or the operator released it, during the call of the platform. It may be connected anew by now.
    if (instance.status !== 'deactivating' || !isSameLine(begun, record)) return instance;
    const changes = { callback: afterRemoval(instance, now) };
    const { ended, clauses } = endClauses(deps, context.partnerId, record, changes, now, detach);
    const before = record.deactivation?.from ?? stateOf(instance);
    await commit(deps.table, [
      ...(await closing(ended)),
      ...clauses,
      ...(await endEntryClauses(deps, context, before, { before: instance, after: ended }, now)),
    ]);
    return ended;
  });

/** What became of the instance, whichever worker made the last commit. @param error of this worker; null: it removed the callback */
const outcomeOf = (instance: Instance, error: InstanceError | null): InstanceDeactivation => {
  const failure = instance.status === 'deactivation_failed' ? (instance.callback.last_error ?? error) : null;
  return failure === null ? { kind: 'completed', instance } : { kind: 'failed', error: failure, instance };
};

const nothingMore: Closing = () => Promise.resolve([]);

/**
 * Deactivates an instance: removes the platform's callback, verifies the removal, deregisters the number if that is asked
 * for, and frees the slot. It is idempotent and resumes after a crash.
 * @throws ServiceError invalid_state, idempotency_in_progress while another worker holds the instance
 */
export const runDeactivation = async (
  deps: AppDeps,
  context: DeactivationContext,
  instanceId: string,
  closing: Closing = nothingMore,
): Promise<InstanceDeactivation> => {
  const { partnerId, inTurn: commitInTurn = (work) => work() } = context;
  const begun = await begin(deps, context, instanceId);
  const { record } = begun;
  if (record.instance.status === 'inactive') return { kind: 'already_inactive', instance: record.instance };
  const removal = await removeRemotely(deps, partnerId, record, { ...context, ...begun });
  switch (removal.kind) {
    case 'removed':
      return outcomeOf(await commitInTurn(() => finish(deps, context, record, closing)), null);
    case 'failed':
      return outcomeOf(await commitInTurn(() => recordFailure(deps, context, record, removal)), removal.error);
    case 'unfinished':
      await pause(deps, partnerId, record);
      return { kind: 'unfinished' };
  }
};
