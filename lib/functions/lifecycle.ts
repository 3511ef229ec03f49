import type { Construct } from 'constructs';
import { ServiceFunction } from '../constructs/service-function.ts';
import type { ServiceParts } from '../service-parts.ts';

export const addLifecycle = (
  scope: Construct,
  { stage, storage, encryption, platform, queues, notices }: ServiceParts,
): void => {
  const lifecycle = new ServiceFunction(scope, 'Lifecycle', {
    stage,
    description:
      'Merges customers, deactivates their instances, erases customers, resumes interrupted connections, mails critical notifications, rewrites stored forms',
    entry: 'lambdas/functions/lifecycle.ts',
    size: stage.workers.lifecycle,
    environment: {
      stage: stage.name,
      tableName: storage.table.tableName,
      keyId: encryption.key.keyId,
      graphUrl: platform.graphUrl,
      ...platform.environment,
      ...platform.signUpEnvironment,
      erasureQuiet: String(stage.erasureQuietSeconds),
      ...notices?.environment,
    },
  });
  storage.grantReading(lifecycle, ['GetItem', 'BatchGetItem', 'Query']);
  storage.grantCommitting(lifecycle, ['PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem']);
  // An erasure rewrites segments of the delivery index.
  storage.grantBatchWriting(lifecycle);
  encryption.grantSealing(lifecycle, ['platform_token', 'number_pin']);
  encryption.grantOpening(lifecycle, ['platform_token', 'number_pin', 'verify_token']);
  platform.grantReadingSecret(lifecycle);
  notices?.grantSending(lifecycle);
  queues.feed(lifecycle, stage.workers.lifecycle);
};
