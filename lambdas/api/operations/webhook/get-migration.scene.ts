import type { Scene } from '../../scenes/scene.ts';
import { completedMigration, migrationId } from '../../scenes/records.ts';

export const getWebhookMigration: Scene = {
  route: 'get-partner-webhook-migration',
  scope: 'webhook.read',
  example: {
    request: { migration_id: migrationId, page: 1, page_size: 50 },
    responses: { 200: { migration: completedMigration } },
  },
};
