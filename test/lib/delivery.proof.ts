import { describe, expect, test } from '@jest/globals';
import { metricNamespace } from '../../lambdas/domain/metrics.ts';
import { messageKey } from '../../lambdas/store/delivery/keys.ts';
import { compilePattern } from '@swift-worker/local-cloud/event-sources/pattern.ts';
import { isObject, Json } from '@swift-worker/local-cloud/template.ts';
import { z } from 'zod';
import { allStages, ofType, synthesise } from '../../tools/harness/synthesised.ts';

const criteria = z.object({ FilterCriteria: z.object({ Filters: z.array(z.object({ Pattern: z.string() })) }) });

describe.each(allStages)('the delivery index of stage $name', (stage) => {
  const { template, Resources } = synthesise(stage);

  test('is fed by the stream, and gives nothing up before the stream does', () => {
    template.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
      EventSourceArn: { 'Fn::GetAtt': ['Table', 'StreamArn'] },
      FunctionName: { Ref: 'ReportRollup' },
      StartingPosition: 'TRIM_HORIZON',
      BatchSize: stage.workers.reportRollup.batchSize,
      MaximumBatchingWindowInSeconds: stage.workers.reportRollup.windowSeconds,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      BisectBatchOnFunctionError: true,
      MaximumRecordAgeInSeconds: 43_200,
      DestinationConfig: { OnFailure: { Destination: { 'Fn::GetAtt': ['FailedQueue', 'Arn'] } } },
    });
  });

  test('is fed by changes of messages alone', () => {
    const source = ofType(Resources, 'AWS::Lambda::EventSourceMapping').find(([id]) => id === 'ReportRollupSource');
    const [filter] = criteria.parse(source?.[1].Properties).FilterCriteria.Filters;
    const pattern = Json.parse(JSON.parse(filter?.Pattern ?? '{}'));
    const passes = compilePattern(isObject(pattern) ? pattern : {});
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
