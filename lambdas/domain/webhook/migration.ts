import type { Actor } from '../history.ts';

/** Moving the callbacks of all connected lines to a new endpoint. */
export const migrationStatuses = ['running', 'completed', 'partial', 'failed', 'superseded'] as const;
type MigrationStatus = (typeof migrationStatuses)[number];

export const migrationInstanceStatuses = ['pending', 'done', 'failed', 'superseded'] as const;
export type MigrationInstanceStatus = (typeof migrationInstanceStatuses)[number];

export interface Migration {
  readonly id: string;
  readonly status: MigrationStatus;
  /** Lines to move; `done` and `failed` are of these. */
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  /** Rises with every retry: a line that failed in an earlier round is tried again. */
  readonly round: number;
  /** Why the endpoint was changed. */
  readonly reason: string | null;
  /** Who changed it. */
  readonly requested_by: Actor;
  readonly started_at: string;
  readonly finished_at: string | null;
}

/** One line of a migration, as it was left when it was last tried. */
export interface MigrationInstance {
  /** From 1, the newest line first. */
  readonly number: number;
  readonly instance_id: string;
  readonly status: 'pending' | 'done' | 'failed';
  readonly attempts: number;
  readonly error_code: string | null;
  /** The round it was last tried in; 0: never. */
  readonly round: number;
}

export const isTodo = (migration: Migration, instance: MigrationInstance): boolean =>
  instance.status !== 'done' && instance.round < migration.round;

/** How a line stands as seen from its migration, which may have been superseded or begun a new round. */
export const instanceStatusOf = (migration: Migration, instance: MigrationInstance): MigrationInstanceStatus => {
  if (instance.status === 'done') return 'done';
  if (migration.status === 'superseded') return 'superseded';
  return isTodo(migration, instance) ? 'pending' : instance.status;
};

/** How a migration ends when every line was tried. */
export const endOf = ({ done, failed }: Pick<Migration, 'done' | 'failed'>): 'completed' | 'partial' | 'failed' => {
  if (failed === 0) return 'completed';
  return done === 0 ? 'failed' : 'partial';
};
