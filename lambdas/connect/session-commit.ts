import { leaseEnd } from '../domain/deadline.ts';
import { WorkLost } from '../domain/errors.ts';
import type { Milliseconds } from '../domain/time.ts';
import { work } from '../domain/work.ts';
import type { InstanceDeps } from '../instances/instance-deps.ts';
import { commit, persist, type Clause } from '../store/table/commit.ts';
import { readSession, sessionClause, type SessionRecord } from '../store/instances/connect-sessions.ts';
import { instanceClauses, readInstance, type InstanceRecord } from '../store/instances/instances.ts';

/** A worker that has not finished a step by then is taken for dead. */
export const heldUntil = ({ deadline }: Pick<InstanceDeps, 'deadline'>, now: Milliseconds): Milliseconds =>
  leaseEnd(deadline, now, work.connection.lease);

/** What a commit changes beside the session's revision. */
export interface Change {
  readonly session: Partial<Pick<SessionRecord, 'session' | 'signUps' | 'progress' | 'busyUntil'>>;
  readonly instance?: Partial<Pick<InstanceRecord, 'instance' | 'sealedToken'>>;
  readonly clauses?: readonly Clause[];
}

export const requireSession = async (deps: InstanceDeps, held: SessionRecord): Promise<SessionRecord> => {
  const record = await readSession(deps.table, held.partnerId, held.session.instance_id, held.session.id);
  if (record === null) throw new Error('the connect session has gone');
  return record;
};

export const requireInstance = async (deps: InstanceDeps, held: SessionRecord): Promise<InstanceRecord> => {
  const instance = await readInstance(deps.table, held.partnerId, held.session.instance_id);
  if (instance === null) throw new Error('the instance has gone');
  return instance;
};

/**
 * Commits what `decide` makes of the session and its line as they stand, however often others change the line meanwhile.
 * @param held the session as the worker knows it
 * @throws WorkLost when that is no longer how it stands: another worker, the partner or the end customer changed it
 */
export const commitSession = (
  deps: InstanceDeps,
  held: SessionRecord,
  decide: (instance: InstanceRecord, now: Milliseconds) => Change | Promise<Change>,
): Promise<SessionRecord> =>
  persist(deps.retryPolicy, async () => {
    const [existing, instance] = await Promise.all([requireSession(deps, held), requireInstance(deps, held)]);
    if (existing.revision !== held.revision) throw new WorkLost();
    const change = await decide(instance, deps.clock());
    const next: SessionRecord = { ...held, ...change.session, revision: held.revision + 1 };
    const clausesOfInstance =
      change.instance === undefined
        ? []
        : instanceClauses(
            deps.table,
            held.partnerId,
            { ...instance, ...change.instance, revision: instance.revision + 1 },
            instance.instance,
          );
    await commit(deps.table, [sessionClause(deps.table, next), ...clausesOfInstance, ...(change.clauses ?? [])]);
    return next;
  });
