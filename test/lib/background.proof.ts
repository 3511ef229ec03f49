import { describe, expect, test } from '@jest/globals';
import type { Json } from '@swift-worker/local-cloud/template.ts';
import { queueNames } from '../../lambdas/kernel/work.ts';
import { allStages, ofType, synthesise } from '../../tools/harness/synthesised.ts';
import { streamFilter } from './stream-filter.ts';

describe.each(allStages)('the background of stage $name', (stage) => {
  const { template, Resources } = synthesise(stage);
  const workers = [
    ['EventQueue', 'WebhookDelivery', stage.workers.webhookDelivery],
    ['SlowQueue', 'WebhookDelivery', { ...stage.workers.webhookDelivery, ...stage.workers.slowWebhooks }],
    ['OutboxQueue', 'OutboxKeeper', stage.workers.outboxKeeper],
    ['MigrationQueue', 'WebhookMigration', stage.workers.webhookMigration],
    ['LifecycleQueue', 'Lifecycle', stage.workers.lifecycle],
    ['SyncQueue', 'TemplateSync', stage.workers.templateSync],
    ['RefreshQueue', 'InstanceRefresh', stage.workers.instanceRefresh],
    ['FoldQueue', 'Folding', stage.workers.folding],
    ['ImportQueue', 'CustomerImport', stage.workers.customerImport],
    ['ReportQueue', 'ParkedReports', stage.workers.parkedReports],
    ['CallbackQueue', 'CallbackIntake', stage.workers.callbackIntake],
    ['RelayedCallbackQueue', 'CallbackRelay', stage.workers.callbackRelay],
  ] as const;

  test.each(workers)('leads the %s to the %s, message by message', (queue, logicalId, { batchSize, concurrency }) => {
    template.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
      EventSourceArn: { 'Fn::GetAtt': [queue, 'Arn'] },
      FunctionName: { Ref: logicalId },
      BatchSize: batchSize,
      ScalingConfig: { MaximumConcurrency: concurrency },
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    });
  });

  test('hides what a worker took for longer than any worker lives', () => {
    for (const [, { Properties }] of ofType(Resources, 'AWS::SQS::Queue')) {
      const { VisibilityTimeout: seconds } = Properties;
      if (seconds === undefined) continue;
      for (const [, , { timeoutSeconds }] of workers) expect(seconds).toBeGreaterThan(timeoutSeconds);
    }
  });

  test('keeps what failed for good in one queue for 14 days', () => {
    template.hasResourceProperties('AWS::SQS::Queue', { MessageRetentionPeriod: 1_209_600 });
    for (const [logicalId, { Properties }] of ofType(Resources, 'AWS::SQS::Queue')) {
      if (logicalId === 'FailedQueue' || logicalId === 'RelayedCallbackQueue') continue;
      expect(Properties['RedrivePolicy']).toEqual({
        deadLetterTargetArn: { 'Fn::GetAtt': ['FailedQueue', 'Arn'] },
        maxReceiveCount: 10,
      });
    }
  });

  test('keeps messages of end customers for a day, and sets none aside', () => {
    const { Properties } = Resources['RelayedCallbackQueue'] ?? {};
    expect(Properties).toMatchObject({ MessageRetentionPeriod: 86_400 });
    expect(Properties).not.toHaveProperty('RedrivePolicy');
  });

  test('relays changes after which work is due, and gives a poisonous one up soon', () => {
    template.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
      EventSourceArn: { 'Fn::GetAtt': ['Table', 'StreamArn'] },
      FunctionName: { Ref: 'ChangeRelay' },
      StartingPosition: 'TRIM_HORIZON',
      MaximumRetryAttempts: 3,
      MaximumRecordAgeInSeconds: 300,
      BisectBatchOnFunctionError: true,
      DestinationConfig: { OnFailure: { Destination: { 'Fn::GetAtt': ['FailedQueue', 'Arn'] } } },
      FilterCriteria: {
        Filters: [
          {
            Pattern: JSON.stringify({
              eventName: ['INSERT', 'MODIFY'],
              dynamodb: {
                NewImage: {
                  due_shard: { S: queueNames.map((queue) => ({ prefix: `${queue}#` })) },
                  lease: { S: [{ exists: false }] },
                },
              },
            }),
          },
        ],
      },
    });
  });

  test('relays no claims of work', () => {
    const isRelayed = streamFilter(Resources, 'ChangeRelaySource');
    const due = { due_shard: { S: 'event#07' }, due_at: { S: '2026-01-01T00:00:00.000Z' } };
    const change = (image: Json): Json => ({ eventName: 'MODIFY', dynamodb: { NewImage: image } });
    expect([isRelayed(change(due)), isRelayed(change({ ...due, lease: { S: 'held' } }))]).toEqual([true, false]);
  });

  test('sweeps every minute', () => {
    template.hasResourceProperties('AWS::Events::Rule', {
      ScheduleExpression: 'rate(1 minute)',
      State: 'ENABLED',
      Targets: [{ Arn: { 'Fn::GetAtt': ['DueSweep', 'Arn'] } }],
    });
  });

  // EventBridge retries for a day otherwise, and Lambda for six hours.
  test.each(['DueSweep', 'ReportAudit'])(
    'does not run an invocation of %s that waited for more than a minute',
    (id) => {
      template.hasResourceProperties('AWS::Events::Rule', {
        Targets: [
          {
            Arn: { 'Fn::GetAtt': [id, 'Arn'] },
            RetryPolicy: { MaximumEventAgeInSeconds: 60, MaximumRetryAttempts: 0 },
          },
        ],
      });
      template.hasResourceProperties('AWS::Lambda::EventInvokeConfig', {
        FunctionName: { Ref: id },
        MaximumEventAgeInSeconds: 60,
        MaximumRetryAttempts: 0,
        Qualifier: '$LATEST',
      });
    },
  );
});
