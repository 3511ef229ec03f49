import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { traceEnvironment } from '../trace-environment.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import type { ServiceParts } from '../service-parts.ts';

export const platformCallbackPath = '/platform/callback';

/** The receiver of the platform's callbacks, its queue, and the worker that processes them. @returns the queue */
export const addPlatformCallback = (
  scope: Construct,
  { stage, storage, platform, api, queues }: ServiceParts,
): Queue => {
  const queue = queues.addQueue('CallbackQueue');
  const { platformAppSecretArn, platformAppId } = platform.environment;
  const door = new ServiceFunction(scope, 'PlatformCallback', {
    stage,
    description: "Checks the signature of the platform's callbacks, queues them and acknowledges",
    entry: 'lambdas/functions/platform-callback.ts',
    size: stage.platformCallback,
    environment: {
      ...traceEnvironment(stage),
      stage: stage.name,
      platformAppSecretArn,
      callbackQueueUrl: queue.queueUrl,
    },
  });
  door.release();
  platform.grantReadingSecret(door);
  queues.grantSending(door, queue);
  api.addRoute(
    platformCallbackPath,
    door,
    "Every callback is signed with the app's secret, which the function checks on the raw bytes.",
    stage.api.open.platformCallback,
  );

  const intake = new ServiceFunction(scope, 'CallbackIntake', {
    stage,
    description: "Applies the platform's callbacks to templates and instances",
    entry: 'lambdas/functions/callback-intake.ts',
    size: stage.workers.callbackIntake,
    environment: {
      stage: stage.name,
      tableName: storage.table.tableName,
      ...(platformAppId === undefined ? {} : { platformAppId }),
    },
  });
  storage.grantReading(intake, ['GetItem', 'BatchGetItem', 'Query']);
  storage.grantCommitting(intake, ['PutItem', 'UpdateItem', 'DeleteItem']);
  queues.consume(queue, intake, stage.workers.callbackIntake);
  return queue;
};
