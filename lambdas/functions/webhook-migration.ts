import { instanceWorker } from './wiring/instance-work.ts';
import { notificationClauses } from '../store/notifications/notifications.ts';
import { runMigration } from '../events/migration/run-migration.ts';
import { openPlatformApp } from '../runtime/platform-app.ts';

const app = openPlatformApp(process.env);

export const handler = instanceWorker<'WebhookMigration'>(process.env, (deps, until) => ({
  migration: (work, begunBy) =>
    runMigration({ ...deps, app, notifications: notificationClauses(deps.table, deps.newId) }, work, until, begunBy),
}));
