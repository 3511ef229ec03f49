import type { Construct } from 'constructs';
import { ServiceFunction } from '../constructs/service-function.ts';
import type { ServiceParts } from '../service-parts.ts';

export const addTemplateSync = (
  scope: Construct,
  { stage, storage, encryption, platform, queues }: ServiceParts,
): void => {
  const sync = new ServiceFunction(scope, 'TemplateSync', {
    stage,
    description: 'Synchronises the templates of business accounts with the platform',
    entry: 'lambdas/functions/template-sync.ts',
    size: stage.workers.templateSync,
    environment: {
      stage: stage.name,
      tableName: storage.table.tableName,
      keyId: encryption.key.keyId,
      graphUrl: platform.graphUrl,
    },
  });
  storage.grantReading(sync, ['GetItem', 'BatchGetItem', 'Query']);
  storage.grantCommitting(sync, ['PutItem', 'UpdateItem', 'DeleteItem']);
  encryption.grantOpening(sync, ['platform_token']);
  queues.feed(sync, stage.workers.templateSync);
};
