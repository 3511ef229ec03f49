import { leaseEnd } from '../../kernel/deadline.ts';
import { WorkLost } from '../../kernel/errors.ts';
import { isoOf, type Milliseconds } from '../../kernel/time.ts';
import { endOf, isTodo, type Migration, type MigrationInstance } from '../../domain/webhook/migration.ts';
import { notificationOf } from '../../domain/webhook/migration-notification.ts';
import { work } from '../../kernel/work.ts';
import { callbackTargetOf, type CallbackTarget } from '../../lines/callback-target.ts';
import type { AppDeps } from '../../lines/instance-deps.ts';
import type { BegunBy } from '../../runtime/run-work.ts';
import { commit, persist, type Clause } from '../../store/table/commit.ts';
import type { WorkKey } from '../../store/table/keys.ts';
import { isClaimable, requireHeld } from '../../store/table/work.ts';
import {
  migrationInstanceClause,
  newMigrationInstance,
  readConnectedInstances,
  readMigrationInstances,
} from '../../store/webhooks/migration-instances.ts';
import { migrationClause, readMigration, supersededBy, type MigrationRecord } from '../../store/webhooks/migrations.ts';
import type { NotificationClauses } from '../../store/notifications/notifications.ts';
import { readWebhookEndpoint } from '../../store/webhooks/webhook-endpoints.ts';
import { moveCallback, type Moved } from './move-callback.ts';

export interface MigrationDeps extends AppDeps {
  readonly notifications: NotificationClauses;
}

/** Instances moved at once. It bounds the load on the platform, and on the endpoint, which verifies each of them. */
const waveSize = 10;
/** Instances read for one wave. Some of them may be done. */
const readAhead = 100;
/** A transaction takes 100 writes. */
const instancesListedAtOnce = 90;

/** A migration that a worker holds. Each commit requires its lease. */
interface Run {
  readonly deps: MigrationDeps;
  readonly partnerId: string;
  readonly migrationId: string;
  readonly lease: string;
  readonly requestId: string | null;
}

const advance = (
  { deps, partnerId, migrationId, lease }: Run,
  change: (record: MigrationRecord) => { readonly record: MigrationRecord; readonly clauses?: readonly Clause[] },
): Promise<MigrationRecord> =>
  persist(deps.retryPolicy, async () => {
    const existing = requireHeld(await readMigration(deps.table, partnerId, migrationId), lease);
    const { record, clauses = [] } = change(existing);
    await commit(deps.table, [migrationClause(deps.table, record), ...clauses]);
    return { ...record, revision: existing.revision + 1 };
  });

const claim = (deps: MigrationDeps, partnerId: string, migrationId: string, lease: string): Promise<Run | null> =>
  persist(deps.retryPolicy, async () => {
    const record = await readMigration(deps.table, partnerId, migrationId);
    const now = deps.clock();
    if (record === null || !isClaimable(record, now)) return null;
    await commit(deps.table, [
      migrationClause(deps.table, { ...record, lease, dueAt: leaseEnd(deps.deadline, now, work.migration.lease) }),
    ]);
    return { deps, partnerId, migrationId, lease, requestId: record.requestId };
  });

/** Lists the next instances. Instances that connect later get the new endpoint anyway. */
const listInstances = async (run: Run, { cursor, isSpread, instances }: MigrationRecord): Promise<MigrationRecord> => {
  const { deps, partnerId, migrationId } = run;
  const found = await readConnectedInstances(deps.table, partnerId, isSpread, cursor, instancesListedAtOnce);
  const rows = found.instanceIds.map((id, index) => newMigrationInstance(instances + index + 1, id));
  const listed = found.cursor === null;
  return advance(run, (record) => ({
    record: {
      ...record,
      listed,
      cursor: found.cursor,
      instances: instances + rows.length,
      dueAt: leaseEnd(deps.deadline, deps.clock(), work.migration.lease),
      migration: { ...record.migration, total: listed ? instances + rows.length : record.migration.total },
    },
    clauses: rows.map((row) => migrationInstanceClause(deps.table, partnerId, migrationId, row)),
  }));
};

const tried = (
  instance: MigrationInstance,
  moved: Exclude<Moved, { kind: 'later' }>,
  round: number,
): MigrationInstance => ({
  ...instance,
  status: moved.kind,
  attempts: instance.attempts + 1,
  error_code: moved.kind === 'failed' ? moved.code : null,
  round,
});

const isDone = ({ status }: MigrationInstance): boolean => status === 'done';

const counted = (migration: Migration, rows: readonly MigrationInstance[]): Migration => {
  const done = rows.filter(isDone).length;
  return { ...migration, done: migration.done + done, failed: migration.failed + rows.length - done };
};

const later = (left: Milliseconds | null, right: Milliseconds): Milliseconds =>
  left === null ? right : Math.max(left, right);

const moveInstances = async (
  run: Run,
  { migration, position }: MigrationRecord,
  target: CallbackTarget,
): Promise<MigrationRecord> => {
  const { deps, partnerId, migrationId } = run;
  const seen = await readMigrationInstances(
    deps.table,
    partnerId,
    migrationId,
    position + 1,
    Math.min(migration.total, position + readAhead),
  );
  const wave = seen.filter((instance) => isTodo(migration, instance)).slice(0, waveSize);
  const reached = wave.length === waveSize ? wave.at(-1)?.number : seen.at(-1)?.number;
  const results = await Promise.all(
    wave.map(async (instance) => ({
      instance,
      moved: await moveCallback(deps, partnerId, instance.instance_id, target),
    })),
  );
  const rows = results.flatMap(({ instance, moved }) =>
    moved.kind === 'later' ? [] : [tried(instance, moved, migration.round)],
  );
  const putOff = results.flatMap(({ moved }) => (moved.kind === 'later' ? [moved.at] : []));
  return advance(run, (record) => {
    // A new round contains the failed instances of this one and begins with the first instance.
    const isSameRound = record.migration.round === migration.round;
    return {
      record: {
        ...record,
        position: isSameRound ? (reached ?? migration.total) : record.position,
        againAt: putOff.reduce(later, record.againAt),
        dueAt: leaseEnd(deps.deadline, deps.clock(), work.migration.lease),
        migration: counted(record.migration, isSameRound ? rows : rows.filter(isDone)),
      },
      clauses: rows.map((row) => migrationInstanceClause(deps.table, partnerId, migrationId, row)),
    };
  });
};

/** Ends the migration after the last instance, or pauses it for the postponed instances. */
const finishPass = (run: Run): Promise<MigrationRecord> => {
  const { deps, partnerId } = run;
  const now = deps.clock();
  return advance(run, (record) => {
    const { migration } = record;
    if (record.position < migration.total) return { record };
    if (migration.done + migration.failed < migration.total) {
      return { record: { ...record, position: 0, againAt: null, dueAt: record.againAt ?? now, lease: null } };
    }
    const ended = { ...migration, status: endOf(migration), finished_at: isoOf(now) };
    const notification = notificationOf(ended);
    return {
      record: { ...record, migration: ended, dueAt: null, lease: null },
      clauses: notification === null ? [] : deps.notifications(partnerId, [notification], now),
    };
  });
};

/** The target of this migration; null when the endpoint belongs to a newer one. */
const targetOf = async ({ deps, partnerId, migrationId }: Run): Promise<CallbackTarget | null> => {
  const endpoint = await readWebhookEndpoint(deps.table, partnerId);
  return endpoint?.migration_id === migrationId ? callbackTargetOf(deps, partnerId, endpoint) : null;
};

const step = (run: Run, record: MigrationRecord, target: CallbackTarget): Promise<MigrationRecord> => {
  if (!record.listed) return listInstances(run, record);
  return record.position < record.migration.total ? moveInstances(run, record, target) : finishPass(run);
};

/** Makes the migration that superseded this one due at once, because this worker has stopped. */
const makeSuccessorDue = async ({ deps, partnerId, migrationId }: Run): Promise<void> => {
  const endpoint = await readWebhookEndpoint(deps.table, partnerId);
  if (endpoint === null || endpoint.migration_id === migrationId) return;
  await persist(deps.retryPolicy, async () => {
    const record = await readMigration(deps.table, partnerId, endpoint.migration_id);
    const now = deps.clock();
    if (record?.dueAt == null || record.lease !== null || record.dueAt <= now) return;
    await commit(deps.table, [migrationClause(deps.table, { ...record, dueAt: now })]);
  });
};

/** Continues the migration until it ends, has to wait, or the time of the invocation ends. @throws WorkLost */
const carryOn = async (run: Run, until: Milliseconds): Promise<void> => {
  const { deps, partnerId, migrationId, lease } = run;
  const target = await targetOf(run);
  if (target === null) {
    await advance(run, (record) => ({ record: supersededBy(record, deps.clock()) }));
    throw new WorkLost();
  }
  let record = requireHeld(await readMigration(deps.table, partnerId, migrationId), lease);
  while (record.lease === lease) {
    record =
      deps.clock() < until
        ? await step(run, record, target)
        : await advance(run, (existing) => ({ record: { ...existing, lease: null, dueAt: deps.clock() } }));
  }
};

/**
 * Continues a migration that is due. One worker holds it under a lease.
 * @param until when to stop and leave the rest to the next worker
 */
export const runMigration = async (
  deps: MigrationDeps,
  { partnerId, migrationId }: WorkKey<'migration'>,
  until: Milliseconds,
  begunBy: BegunBy,
): Promise<void> => {
  const run = await claim(deps, partnerId, migrationId, deps.newId(deps.clock()));
  if (run === null) return;
  begunBy(run.requestId);
  try {
    await carryOn(run, until);
  } catch (error) {
    if (!(error instanceof WorkLost)) throw error;
    await makeSuccessorDue(run);
  }
};
