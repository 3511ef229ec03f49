import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { traceEnvironment } from '../trace-environment.ts';
import { deliveryEnvironment } from './webhook-delivery.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import type { ServiceParts } from '../service-parts.ts';

export const platformCallbackPath = '/platform/callback';

/** The worker that sends callbacks of lines on. @returns its queue */
const addCallbackRelay = (scope: Construct, parts: ServiceParts): Queue => {
  const { stage, storage, encryption, queues } = parts;
  const queue = queues.addPersonalQueue('RelayedCallbackQueue');
  const relay = new ServiceFunction(scope, 'CallbackRelay', {
    stage,
    description: "Sends the platform's callbacks of lines on to the partners' endpoints",
    entry: 'lambdas/functions/callback-relay.ts',
    size: stage.workers.callbackRelay,
    environment: deliveryEnvironment(parts),
  });
  storage.grantReading(relay, ['GetItem', 'BatchGetItem', 'Query']);
  storage.grantCommitting(relay, ['PutItem', 'UpdateItem', 'ConditionCheckItem']);
  encryption.grantOpening(relay, ['webhook_secret']);
  queues.consume(queue, relay, stage.workers.callbackRelay);
  return queue;
};

/** The receiver of the platform's callbacks, its queues, and the workers that process them. @returns the queue of those about templates and lines */
export const addPlatformCallback = (scope: Construct, parts: ServiceParts): Queue => {
  const { stage, storage, platform, api, queues } = parts;
  const queue = queues.addQueue('CallbackQueue');
  const relayQueue = addCallbackRelay(scope, parts);
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
      relayQueueUrl: relayQueue.queueUrl,
    },
  });
  door.release();
  platform.grantReadingSecret(door);
  queues.grantSending(door, queue);
  queues.grantSending(door, relayQueue);
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
