import { setEndpoint } from '../../scenes/preparation.ts';
import { completedMigration, migration, migrationId } from '../../scenes/records.ts';
import type { Scene } from '../../scenes/scene.ts';

export const retryWebhookMigration: Scene = {
  route: 'retry-partner-webhook-migration',
  scope: 'webhook.write',
  example: {
    request: { migration_id: migrationId },
    responses: { 200: { migration: completedMigration }, 202: { migration } },
  },
  cases: [
    {
      about: 'nothing failed',
      status: 200,
      as: 'bare',
      given: async (ground) => {
        await setEndpoint(ground);
        return {};
      },
    },
  ],
};
