import { EventSourceMapping, FilterCriteria, FilterRule } from 'aws-cdk-lib/aws-lambda';
import { Duration } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { queueNames } from '../../lambdas/kernel/work.ts';
import { traceEnvironment } from '../trace-environment.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import { pinLogicalId } from '../logical-id.ts';
import { runsIn } from '../maintenance.ts';
import type { ServiceParts } from '../service-parts.ts';

/**
 * Items with due work that no worker holds. Parked work has another prefix. `exists` looks at leaves only:
 * https://docs.aws.amazon.com/lambda/latest/dg/with-ddb-filtering.html#filtering-ddb-exists
 */
const isDue = FilterCriteria.filter({
  eventName: FilterRule.or('INSERT', 'MODIFY'),
  dynamodb: {
    NewImage: {
      due_shard: { S: queueNames.map((queue) => ({ prefix: `${queue}#` })) },
      lease: { S: FilterRule.notExists() },
    },
  },
});

/** Sends hints of due work within a second of the commit. */
export const addChangeRelay = (scope: Construct, { stage, storage, queues }: ServiceParts): void => {
  const relay = new ServiceFunction(scope, 'ChangeRelay', {
    stage,
    description: 'Sends hints of newly due work to the queues of the workers',
    entry: 'lambdas/functions/change-relay.ts',
    size: stage.workers.changeRelay,
    environment: {
      stage: stage.name,
      ...traceEnvironment(stage),
      ...queues.environment,
      failedQueueUrl: queues.failed.queueUrl,
    },
  });
  storage.grantReadingStream(relay);
  queues.grantSendingHints(relay);
  queues.grantSettingAside(relay);
  const source = new EventSourceMapping(relay, 'Source', {
    target: relay.function,
    eventSourceArn: storage.streamArn,
    startingPosition: storage.startingPosition,
    enabled: runsIn(stage.tables.maintenance, 'ChangeRelay'),
    batchSize: 100,
    parallelizationFactor: 4,
    filters: [isDue],
    // The sweep finds the work of a dropped batch, which must not delay later records.
    retryAttempts: 3,
    maxRecordAge: Duration.minutes(5),
    bisectBatchOnError: true,
    onFailure: { bind: () => ({ destination: queues.failed.queueArn }) },
  });
  pinLogicalId(source, 'ChangeRelaySource');
};
