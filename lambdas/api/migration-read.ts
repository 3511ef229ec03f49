import type * as z from 'zod/mini';
import { notFound } from '../kernel/errors.ts';
import { firstIndexOf, type PageRequest } from '../domain/paging.ts';
import { readMigrationInstances } from '../store/webhooks/migration-instances.ts';
import { readMigration, type MigrationRecord } from '../store/webhooks/migrations.ts';
import type { Table } from '../store/table/table.ts';
import { readWebhookEndpoint } from '../store/webhooks/webhook-endpoints.ts';
import { shownMigration, type migrationView } from './resources/webhook.ts';

/** The migration with an id, or the latest. @throws ServiceError not_found */
export const requireMigration = async (
  table: Table,
  partnerId: string,
  migrationId: string | undefined,
): Promise<MigrationRecord> => {
  const id = migrationId ?? (await readWebhookEndpoint(table, partnerId))?.migration_id;
  const record = id === undefined ? null : await readMigration(table, partnerId, id);
  if (record === null) throw notFound('the migration');
  return record;
};

export const migrationPage = async (
  table: Table,
  { partnerId, migration }: Pick<MigrationRecord, 'partnerId' | 'migration'>,
  request: PageRequest,
): Promise<z.input<typeof migrationView>> => {
  const first = firstIndexOf(request) + 1;
  const last = Math.min(migration.total, first + request.pageSize - 1);
  return shownMigration(migration, await readMigrationInstances(table, partnerId, migration.id, first, last));
};
