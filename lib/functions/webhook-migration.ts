import type { Construct } from 'constructs';
import { ServiceFunction } from '../constructs/service-function.ts';
import type { ServiceParts } from '../service-parts.ts';

export const addWebhookMigration = (
  scope: Construct,
  { stage, storage, encryption, platform, queues }: ServiceParts,
): void => {
  const migration = new ServiceFunction(scope, 'WebhookMigration', {
    stage,
    description: "Sets the callbacks of a partner's instances to its new endpoint",
    entry: 'lambdas/functions/webhook-migration.ts',
    size: stage.workers.webhookMigration,
    environment: {
      stage: stage.name,
      tableName: storage.table.tableName,
      keyId: encryption.key.keyId,
      graphUrl: platform.graphUrl,
      ...platform.environment,
    },
  });
  storage.grantReading(migration, ['GetItem', 'Query']);
  storage.grantCommitting(migration, ['PutItem', 'UpdateItem', 'ConditionCheckItem']);
  encryption.grantOpening(migration, ['platform_token', 'verify_token']);
  platform.grantReadingSecret(migration);
  queues.feed(migration, stage.workers.webhookMigration);
};
