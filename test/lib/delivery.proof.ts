import { describe, expect, test } from '@jest/globals';
import { metricNamespace } from '../../lambdas/kernel/metrics.ts';
import { messageKey } from '../../lambdas/store/delivery/keys.ts';
import { keys } from '../../lambdas/store/table/keys.ts';
import { allStages, synthesise } from '../../tools/harness/synthesised.ts';
import { streamFilter } from './stream-filter.ts';

describe.each(allStages)('the delivery index of stage $name', (stage) => {
  const { template, Resources } = synthesise(stage);

  test('is fed by the stream, and gives nothing up before the stream does', () => {
    template.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
      EventSourceArn: { 'Fn::GetAtt': ['Table', 'StreamArn'] },
      FunctionName: { Ref: 'Journal' },
      StartingPosition: 'TRIM_HORIZON',
      BatchSize: stage.workers.journal.batchSize,
      MaximumBatchingWindowInSeconds: stage.workers.journal.windowSeconds,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      BisectBatchOnFunctionError: true,
      MaximumRecordAgeInSeconds: 43_200,
      DestinationConfig: { OnFailure: { Destination: { 'Fn::GetAtt': ['FailedQueue', 'Arn'] } } },
    });
  });

  const passes = streamFilter(Resources, 'JournalSource');

  test('is fed by changes of messages, without those that expire', () => {
    const { pk, sk } = messageKey('p', '106', { kind: 'message_id', value: 'm' });
    const change = (eventName: string, sort: string) => ({
      eventName,
      dynamodb: { Keys: { pk: { S: pk }, sk: { S: sort } } },
    });
    expect([
      passes(change('INSERT', sk)),
      passes(change('MODIFY', sk)),
      passes(change('REMOVE', sk)),
      passes(change('INSERT', 'O#0000001')),
    ]).toEqual([true, true, false, false]);
  });

  test('and the list of events gets each event that is created, ends or is sent again, and no claim of a worker', () => {
    const { pk, sk } = keys.historyEntry('p', 'c', 7);
    const change = (eventName: string, after: Readonly<Record<string, { readonly S: string }>>, sort = sk) => ({
      eventName,
      dynamodb: { Keys: { pk: { S: pk }, sk: { S: sort } }, NewImage: after },
    });
    const event_id = { S: 'e' };
    expect([
      passes(change('INSERT', { event_id })),
      passes(change('MODIFY', { event_id, event_end: { S: 'delivered' } })),
      passes(change('MODIFY', { event_id, lease: { S: 'l' } })),
      passes(change('INSERT', {})),
      passes(change('REMOVE', { event_id })),
      passes(change('INSERT', { event_id }, keys.eventAttempt('p', 'c', 7, 'at').sk)),
    ]).toEqual([true, true, false, false, false, false]);
  });

  test('is recounted by a schedule, and an alarm tells of a difference', () => {
    template.hasResourceProperties('AWS::Events::Rule', {
      ScheduleExpression: 'rate(15 minutes)',
      Targets: [{ Arn: { 'Fn::GetAtt': ['ReportAudit', 'Arn'] } }],
    });
    template.hasResourceProperties('AWS::CloudWatch::Alarm', {
      Namespace: metricNamespace,
      MetricName: 'delivery_differences',
      Dimensions: [{ Name: 'stage', Value: stage.name }],
      Statistic: 'Sum',
      Threshold: 0,
      ComparisonOperator: 'GreaterThanThreshold',
      TreatMissingData: 'notBreaching',
    });
  });
});
