import type { Scene } from '../../scenes/scene.ts';
import { completedMigration, migration, migrationId } from '../../scenes/records.ts';

export const retryWebhookMigration: Scene = {
  route: 'retry-partner-webhook-migration',
  scope: 'webhook.write',
  example: {
    request: { migration_id: migrationId },
    responses: { 200: { migration: completedMigration }, 202: { migration } },
  },
};
