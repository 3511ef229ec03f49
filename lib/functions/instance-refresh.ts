import type { Construct } from 'constructs';
import { ServiceFunction } from '../constructs/service-function.ts';
import type { ServiceParts } from '../service-parts.ts';

export const addInstanceRefresh = (
  scope: Construct,
  { stage, storage, encryption, platform, queues }: ServiceParts,
): void => {
  const refresh = new ServiceFunction(scope, 'InstanceRefresh', {
    stage,
    description: 'Refreshes the facts of connected instances: numbers, callbacks and tokens',
    entry: 'lambdas/functions/instance-refresh.ts',
    size: stage.workers.instanceRefresh,
    environment: {
      stage: stage.name,
      tableName: storage.table.tableName,
      keyId: encryption.key.keyId,
      graphUrl: platform.graphUrl,
      ...platform.environment,
      ...platform.regionEnvironment,
    },
  });
  storage.grantReading(refresh, ['GetItem', 'BatchGetItem', 'Query']);
  storage.grantCommitting(refresh, ['PutItem', 'UpdateItem', 'ConditionCheckItem']);
  encryption.grantOpening(refresh, ['platform_token', 'number_pin']);
  platform.grantReadingSecret(refresh);
  queues.feed(refresh, stage.workers.instanceRefresh);
};
