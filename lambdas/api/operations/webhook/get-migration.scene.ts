import { setEndpoint } from '../../scenes/preparation.ts';
import { completedMigration, migrationId } from '../../scenes/records.ts';
import type { Scene } from '../../scenes/scene.ts';

export const getWebhookMigration: Scene = {
  route: 'get-partner-webhook-migration',
  scope: 'webhook.read',
  example: {
    request: { migration_id: migrationId, page: 1, page_size: 50 },
    responses: { 200: { migration: completedMigration } },
  },
  cases: [
    {
      about: 'the latest',
      status: 200,
      as: 'bare',
      given: async (ground) => {
        await setEndpoint(ground);
        return {};
      },
    },
  ],
};
