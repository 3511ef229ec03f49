import * as z from 'zod/mini';
import { defaultPageSize } from '../../../domain/paging.ts';
import type { Milliseconds } from '../../../kernel/time.ts';
import type { Table } from '../../../store/table/table.ts';
import { migrationClause, type MigrationRecord } from '../../../store/webhooks/migrations.ts';
import { readWebhookEndpoint } from '../../../store/webhooks/webhook-endpoints.ts';
import { callAuditClauses } from '../../call-audit.ts';
import { uuid } from '../../fields.ts';
import { migrationPage, requireMigration } from '../../migration-read.ts';
import { command } from '../../operation.ts';
import { migrationView } from '../../resources/webhook.ts';
import { settle } from '../../settle.ts';

const firstPage = { page: 1, pageSize: defaultPageSize };

/** A new round for the failed instances. The worker that holds the migration sees it with its next commit. */
const nextRound = (record: MigrationRecord, requestId: string, now: Milliseconds): MigrationRecord => ({
  ...record,
  requestId,
  position: 0,
  dueAt: record.lease === null ? now : record.dueAt,
  migration: {
    ...record.migration,
    status: 'running',
    failed: 0,
    round: record.migration.round + 1,
    finished_at: null,
  },
});

/** Whether no newer update has taken the instances of a migration over. */
const isCurrent = async (table: Table, partnerId: string, { migration }: MigrationRecord): Promise<boolean> =>
  (await readWebhookEndpoint(table, partnerId))?.migration_id === migration.id;

/** Retries the instances of a migration whose callback could not be moved. */
export const retryWebhookMigration = command({
  input: z.object({ migration_id: z.optional(uuid) }),
  output: z.object({ migration: migrationView }),
  statuses: [200, 202],
  selectors: ['migration_id'],
  errors: ['not_found'],
  run: async (deps, call, given) => {
    const record = await requireMigration(deps.table, call.partnerId, given.migration_id);
    const { status, failed } = record.migration;
    const isOver = status === 'superseded' || failed === 0 || !(await isCurrent(deps.table, call.partnerId, record));
    if (isOver) {
      const migration = await migrationPage(deps.table, record, firstPage);
      return settle(deps, call, call.answer(200, { migration }), [], []);
    }
    const next = nextRound(record, call.cause.requestId, deps.clock());
    const migration = await migrationPage(deps.table, next, firstPage);
    const accounted = callAuditClauses(deps, call, {
      action: 'webhook migration retry',
      subject: { migration_id: next.migration.id },
      reason: null,
    });
    return settle(deps, call, call.answer(202, { migration }), [], [migrationClause(deps.table, next), ...accounted]);
  },
});
