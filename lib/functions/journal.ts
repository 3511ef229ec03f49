import { EventSourceMapping, FilterCriteria, FilterRule } from 'aws-cdk-lib/aws-lambda';
import { Duration } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { messageSortPrefix } from '../../lambdas/store/delivery/keys.ts';
import { auditPrefix, entrySortPrefix } from '../../lambdas/store/table/keys.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import { pinLogicalId } from '../logical-id.ts';
import { runsIn } from '../maintenance.ts';
import type { ServiceParts } from '../service-parts.ts';

/** Changes of messages without deletions. */
const isReported = FilterCriteria.filter({
  eventName: FilterRule.or('INSERT', 'MODIFY'),
  dynamodb: { Keys: { sk: { S: [{ prefix: messageSortPrefix }] } } },
});

/**
 * Changes of history entries with an event. The claim of a worker changes nothing that the list of events shows, and every other change
 * removes the lease.
 */
const isEvent = FilterCriteria.filter({
  eventName: FilterRule.or('INSERT', 'MODIFY'),
  dynamodb: {
    Keys: { sk: { S: [{ prefix: entrySortPrefix }] } },
    NewImage: { event_id: { S: FilterRule.exists() }, lease: { S: FilterRule.notExists() } },
  },
});

/** Every change of the audit trail's items: one that was modified or removed is evidence. */
const isAudit = FilterCriteria.filter({ dynamodb: { Keys: { pk: { S: [{ prefix: auditPrefix }] } } } });

/**
 * Adds reports to their partners' journals, where searches and delivery health find them until they are folded, and changes of events to
 * the list of events. In a stage with copies of the audit trail it also sends the trail's changes to be copied.
 */
export const addJournal = (scope: Construct, { stage, storage, queues, auditCopies }: ServiceParts): void => {
  const size = stage.workers.journal;
  const journal = new ServiceFunction(scope, 'Journal', {
    stage,
    description: 'Gathers delivery reports by partner until they are folded, and lists events',
    entry: 'lambdas/functions/journal.ts',
    size,
    environment: {
      stage: stage.name,
      tableName: storage.table.tableName,
      failedQueueUrl: queues.failed.queueUrl,
      ...(auditCopies !== null && { auditQueueUrl: auditCopies.queue.queueUrl }),
    },
  });
  storage.grantReadingStream(journal);
  storage.grantReading(journal, ['GetItem', 'BatchGetItem', 'Query']);
  storage.grantCommitting(journal, ['PutItem', 'UpdateItem']);
  storage.grantBatchWriting(journal);
  queues.grantSettingAside(journal);
  if (auditCopies !== null) queues.grantSending(journal, auditCopies.queue);
  const source = new EventSourceMapping(journal, 'Source', {
    target: journal.function,
    eventSourceArn: storage.streamArn,
    startingPosition: storage.startingPosition,
    enabled: runsIn(stage.tables.maintenance, 'Journal'),
    batchSize: size.batchSize,
    // Larger batches are cheaper: the reports of a partner share a few writes.
    maxBatchingWindow: Duration.seconds(size.windowSeconds),
    filters: [isReported, isEvent, ...(auditCopies === null ? [] : [isAudit])],
    reportBatchItemFailures: true,
    bisectBatchOnError: true,
    // Reports that can't be journalled are parked. A batch is retried only when the table is unavailable or the function fails.
    maxRecordAge: Duration.hours(12),
    onFailure: { bind: () => ({ destination: queues.failed.queueArn }) },
  });
  pinLogicalId(source, 'JournalSource');
};
