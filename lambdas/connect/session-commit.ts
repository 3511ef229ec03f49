import type { ConnectProgress } from '../domain/connect-session.ts';
import { leaseEnd } from '../kernel/deadline.ts';
import { WorkLost } from '../kernel/errors.ts';
import type { Milliseconds } from '../kernel/time.ts';
import { work } from '../kernel/work.ts';
import type { Notification } from '../domain/notification.ts';
import type { InstanceDeps } from '../lines/instance-deps.ts';
import { persist, type Clause } from '../store/table/commit.ts';
import { readSession, sessionClause, type SessionRecord } from '../store/instances/connect-sessions.ts';
import { instanceClauses, readInstance, type InstanceRecord } from '../store/instances/instances.ts';
import { commitTelling, notificationClauses } from '../store/notifications/notifications.ts';
import { tellSession, type SessionEntry } from './tell-session.ts';

/** Another worker may take the session over from then on. */
export const heldUntil = ({ deadline }: Pick<InstanceDeps, 'deadline'>, now: Milliseconds): Milliseconds =>
  leaseEnd(deadline, now, work.connection.lease);

export interface Change {
  readonly session: Partial<Pick<SessionRecord, 'session' | 'signUps' | 'attempts' | 'progress' | 'busyUntil'>>;
  readonly instance?: Partial<Pick<InstanceRecord, 'instance' | 'sealedToken'>>;
  readonly clauses?: readonly Clause[];
  readonly notifications?: readonly Notification[];
  /** The history entry of the instance's customer. */
  readonly entry?: SessionEntry;
}

export const requireSession = async (deps: InstanceDeps, held: SessionRecord): Promise<SessionRecord> => {
  const record = await readSession(deps.table, held.partnerId, held.session.instance_id, held.session.id);
  if (record === null) throw new Error('the connect session does not exist');
  return record;
};

export const requireInstance = async (deps: InstanceDeps, held: SessionRecord): Promise<InstanceRecord> => {
  const record = await readInstance(deps.table, held.partnerId, held.session.instance_id);
  if (record === null) throw new Error('the instance does not exist');
  return record;
};

export type Decide = (record: InstanceRecord, now: Milliseconds) => Change | Promise<Change>;

/**
 * Commits the changes that `decide` makes of the session and its instance. It decides again after another change of the
 * instance.
 * @param held the session as the worker knows it
 * @throws WorkLost when another worker, the partner or the end customer changed the session
 */
export const commitSession = (deps: InstanceDeps, held: SessionRecord, decide: Decide): Promise<SessionRecord> =>
  persist(deps.retryPolicy, async () => {
    const [existing, record] = await Promise.all([requireSession(deps, held), requireInstance(deps, held)]);
    if (existing.revision !== held.revision) throw new WorkLost();
    const now = deps.clock();
    const change = await decide(record, now);
    const changed: SessionRecord = { ...held, ...change.session, revision: held.revision + 1 };
    const nextInstance = { ...record, ...change.instance, revision: record.revision + 1 };
    const turn = { before: record.instance, after: nextInstance.instance };
    const announced = await tellSession(deps, existing, changed, turn, change.entry ?? null, now);
    const clauses = [
      sessionClause(deps.table, announced.session),
      ...(change.instance === undefined
        ? []
        : instanceClauses(deps.table, held.partnerId, nextInstance, record.instance)),
      ...(change.clauses ?? []),
      ...announced.clauses,
    ];
    const tell = notificationClauses(deps.table, deps.newId);
    await commitTelling(deps.table, clauses, tell, held.partnerId, change.notifications ?? [], now);
    return announced.session;
  });

/** Commits the progress of a session whose worker continues. @throws WorkLost */
export const commitProgress = (
  deps: InstanceDeps,
  held: SessionRecord,
  progress: ConnectProgress,
): Promise<SessionRecord> =>
  commitSession(deps, held, (_line, now) => ({ session: { progress, busyUntil: heldUntil(deps, now) } }));
