import { openInstanceWork } from '../instances/wiring.ts';
import { openTable } from '../runtime/clients.ts';
import { newId } from '../runtime/clock.ts';
import { lastStepOf } from '../runtime/deadline.ts';
import { readEnvironment } from '../runtime/environment.ts';
import { worker } from '../runtime/hint-worker.ts';
import { consoleLog } from '../runtime/logger.ts';
import { notificationClauses } from '../store/notifications/notifications.ts';
import { runMigration } from './run-migration.ts';

const { stage, tableName } = readEnvironment(process.env, ['stage', 'tableName']);
const instanceWork = openInstanceWork(process.env);
const notifications = notificationClauses(openTable(tableName), newId);

export const handler = worker<'WebhookMigration'>(consoleLog({ stage }), (deadline) => ({
  migration: (work) => runMigration({ ...instanceWork(deadline), notifications }, work, lastStepOf(deadline)),
}));
