import { EventSourceMapping, FilterCriteria, FilterRule, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { Duration } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { messageSortKey } from '../../lambdas/store/delivery/keys.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import { pinLogicalId } from '../logical-id.ts';
import type { ServiceParts } from '../service-parts.ts';

/** Changes of messages; what expires was counted when it came. */
const isReported = FilterCriteria.filter({
  eventName: FilterRule.or('INSERT', 'MODIFY'),
  dynamodb: { Keys: { sk: { S: [messageSortKey] } } },
});

/** Brings reported statuses into the index that searches and health are read from. */
export const addReportRollup = (scope: Construct, { stage, storage, queues }: ServiceParts): void => {
  const size = stage.workers.reportRollup;
  const rollup = new ServiceFunction(scope, 'ReportRollup', {
    stage,
    description: 'Counts and lists delivery reports by partner, customer and instance',
    entry: 'lambdas/report-rollup/handler.ts',
    size,
    environment: {
      stage: stage.name,
      tableName: storage.table.tableName,
      failedQueueUrl: queues.failed.queueUrl,
    },
  });
  storage.grantReadingStream(rollup);
  storage.grantReading(rollup, ['GetItem', 'BatchGetItem', 'Query']);
  storage.grantCommitting(rollup, ['PutItem', 'UpdateItem']);
  storage.grantBatchWriting(rollup);
  queues.grantSettingAside(rollup);
  const source = new EventSourceMapping(rollup, 'Source', {
    target: rollup.function,
    eventSourceArn: storage.streamArn,
    startingPosition: StartingPosition.TRIM_HORIZON,
    batchSize: size.batchSize,
    // A fuller batch is a cheaper one: what a commit writes hardly depends on how many reports it takes in.
    maxBatchingWindow: Duration.seconds(size.windowSeconds),
    filters: [isReported],
    reportBatchItemFailures: true,
    bisectBatchOnError: true,
    // What a scope does not take is parked. A batch comes again only when the table takes nothing at all, or the function dies.
    maxRecordAge: Duration.hours(12),
    onFailure: { bind: () => ({ destination: queues.failed.queueArn }) },
  });
  pinLogicalId(source, 'ReportRollupSource');
};
