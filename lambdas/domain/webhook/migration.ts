import type { Actor } from '../history.ts';

/** The statuses of a migration, which moves the callbacks of all connected instances to a new endpoint. */
export const migrationStatuses = ['running', 'completed', 'partial', 'failed', 'superseded'] as const;
type MigrationStatus = (typeof migrationStatuses)[number];

export const migrationInstanceStatuses = ['pending', 'done', 'failed', 'superseded'] as const;
export type MigrationInstanceStatus = (typeof migrationInstanceStatuses)[number];

export interface Migration {
  readonly id: string;
  readonly status: MigrationStatus;
  /** The number of instances to move, including those that are done or failed. */
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  /** Rises with every retry. An instance that failed in an earlier round is tried again. */
  readonly round: number;
  /** Why the endpoint was changed. */
  readonly reason: string | null;
  /** Who changed it. */
  readonly requested_by: Actor;
  readonly started_at: string;
  readonly finished_at: string | null;
}

/** One instance of a migration, with the result of its last attempt. */
export interface MigrationInstance {
  /** From 1, the newest instance first. */
  readonly number: number;
  readonly instance_id: string;
  readonly status: 'pending' | 'done' | 'failed';
  readonly attempts: number;
  readonly error_code: string | null;
  /** The round of its last attempt; 0 when there was none. */
  readonly round: number;
}

export const isTodo = (migration: Migration, instance: MigrationInstance): boolean =>
  instance.status !== 'done' && instance.round < migration.round;

/** The status of an instance in its migration, which may have been superseded or have begun a new round. */
export const instanceStatusOf = (migration: Migration, instance: MigrationInstance): MigrationInstanceStatus => {
  if (instance.status === 'done') return 'done';
  if (migration.status === 'superseded') return 'superseded';
  return isTodo(migration, instance) ? 'pending' : instance.status;
};

/** The final status of a migration when all instances were tried. */
export const endOf = ({ done, failed }: Pick<Migration, 'done' | 'failed'>): 'completed' | 'partial' | 'failed' => {
  if (failed === 0) return 'completed';
  return done === 0 ? 'failed' : 'partial';
};
