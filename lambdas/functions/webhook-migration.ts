import { instanceWorker } from './wiring/instance-work.ts';
import { notificationClauses } from '../store/notifications/notifications.ts';
import { runMigration } from '../events/migration/run-migration.ts';

export const handler = instanceWorker<'WebhookMigration'>(process.env, (deps, until) => ({
  migration: (work, begunBy) =>
    runMigration({ ...deps, notifications: notificationClauses(deps.table, deps.newId) }, work, until, begunBy),
}));
