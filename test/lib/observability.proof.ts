import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { dimensionsOf, isMetric, metrics } from '../../lambdas/kernel/metrics.ts';
import { queueNames } from '../../lambdas/kernel/work.ts';
import { production } from '../../lib/stages.ts';
import { allStages, ofType, synthesise, withAuditCopy, withProbe } from '../../tools/harness/synthesised.ts';
import { edge, withDomain } from './with-domain.ts';

const Metric = z.object({
  Namespace: z.string(),
  MetricName: z.string(),
  Dimensions: z.array(z.object({ Name: z.string(), Value: z.unknown() })).default([]),
});
const AlarmProperties = z.object({
  AlarmName: z.string(),
  AlarmActions: z.array(z.object({ Ref: z.string() })),
  OKActions: z.array(z.object({ Ref: z.string() })),
  TreatMissingData: z.enum(['breaching', 'notBreaching']),
  Threshold: z.number(),
  Metrics: z
    .array(
      z.object({
        Expression: z.string().optional(),
        MetricStat: z.object({ Metric, Period: z.number() }).optional(),
      }),
    )
    .optional(),
  ...Metric.partial().shape,
});

/** Off the dashboard of a stage without copies of the audit trail and without a probe. */
const optional = ['audit_entries_changed', 'probe_failed', 'probe_parts_bad'];

describe.each([...allStages, ...allStages.map(withAuditCopy).map(withProbe)])('the watch over stage $name', (stage) => {
  const { Resources } = synthesise(stage);
  const alarms = ofType(Resources, 'AWS::CloudWatch::Alarm').map(([logicalId, { Properties }]) => {
    const alarm = AlarmProperties.parse(Properties);
    const own = alarm.MetricName === undefined ? [] : [Metric.parse(Properties)];
    const metrics = [...own, ...(alarm.Metrics ?? []).flatMap(({ MetricStat }) => MetricStat?.Metric ?? [])];
    return { logicalId, ...alarm, metrics };
  });
  const [[, dashboard] = ['', undefined]] = ofType(Resources, 'AWS::CloudWatch::Dashboard');
  const shown = JSON.stringify(dashboard?.Properties['DashboardBody']);

  /** Names of the metrics of a resource that alarms watch. */
  const watched = (type: string, dimension: string, attribute?: string): [string, string[]][] =>
    ofType(Resources, type).map(([logicalId]) => {
      const value = attribute === undefined ? { Ref: logicalId } : { 'Fn::GetAtt': [logicalId, attribute] };
      const of = alarms
        .flatMap(({ metrics }) => metrics)
        .filter(({ Dimensions }) =>
          Dimensions.some(({ Name, Value }) => Name === dimension && JSON.stringify(Value) === JSON.stringify(value)),
        );
      expect(shown).toContain(JSON.stringify(value));
      return [logicalId, [...new Set(of.map(({ MetricName }) => MetricName))].toSorted()];
    });

  test('has an alarm for every function that fails or is throttled, and shows it', () => {
    const functions = watched('AWS::Lambda::Function', 'FunctionName');
    expect(functions.length).toBeGreaterThan(10);
    for (const [logicalId, names] of functions) {
      expect([logicalId, names]).toEqual([logicalId, expect.arrayContaining(['Errors', 'Throttles'])]);
    }
  });

  test('has an alarm for every function that reads a stream and lags behind', () => {
    const readers = ofType(Resources, 'AWS::Lambda::EventSourceMapping')
      .filter(([, { Properties }]) => Properties['StartingPosition'] !== undefined)
      .map(([, { Properties }]) => z.object({ Ref: z.string() }).parse(Properties['FunctionName']).Ref);
    const lagging = watched('AWS::Lambda::Function', 'FunctionName').filter(([, names]) =>
      names.includes('IteratorAge'),
    );
    expect(lagging.map(([logicalId]) => logicalId).toSorted()).toEqual(readers.toSorted());
  });

  test('has an alarm for every queue that is not worked off, and for the one without a worker', () => {
    for (const [logicalId, names] of watched('AWS::SQS::Queue', 'QueueName', 'QueueName')) {
      const isLast = logicalId === 'FailedQueue';
      expect([logicalId, names]).toEqual([
        logicalId,
        [isLast ? 'ApproximateNumberOfMessagesVisible' : 'ApproximateAgeOfOldestMessage'],
      ]);
    }
  });

  test('has an alarm for the late work of every queue, which a sweep without figures raises', () => {
    const late = alarms.filter(({ metrics: all }) =>
      all.some(({ MetricName }) => MetricName === 'work_overdue_milliseconds'),
    );
    expect(late).toHaveLength(queueNames.length);
    for (const { logicalId, TreatMissingData } of late) {
      expect([logicalId, TreatMissingData]).toEqual([logicalId, 'breaching']);
    }
  });

  test('has alarms for every table that is throttled or fails', () => {
    for (const [, names] of watched('AWS::DynamoDB::GlobalTable', 'TableName')) {
      expect(names).toEqual(expect.arrayContaining(['ReadThrottleEvents', 'SystemErrors', 'WriteThrottleEvents']));
    }
  });

  test('has alarms for calls that fail, and for those of partners that are slow or refused', () => {
    expect(watched('AWS::ApiGatewayV2::Api', 'ApiId')).toEqual([['Api', ['5xx', 'Count', 'IntegrationLatency']]]);
    const own = alarms.flatMap(({ metrics: all }) => all).filter(({ Namespace }) => Namespace === 'swift-worker');
    expect(own.map(({ MetricName }) => MetricName)).toEqual(
      expect.arrayContaining([
        ...['query_milliseconds', 'credentialed_calls', 'credentialed_calls_refused'],
        ...['callbacks_failed', 'pages_failed'],
      ]),
    );
  });

  test('has an alarm for failing calls where no minute has ten', () => {
    const alarm = alarms.find(({ logicalId }) => logicalId === 'FewCallsFailAlarm');
    const expressions = (alarm?.Metrics ?? []).flatMap(({ Expression = [] }) => Expression);
    const seconds = (alarm?.Metrics ?? []).flatMap(({ MetricStat: { Period } = { Period: [] } }) => Period);
    expect([alarm?.Threshold, expressions, new Set(seconds)]).toEqual([
      50,
      [expect.stringContaining('IF(calls >= 3,')],
      new Set([900]),
    ]);
  });

  test('tells of every alarm, when it goes on and when it ends, by names of the stage', () => {
    const topics = ofType(Resources, 'AWS::SNS::Topic').map(([logicalId]) => logicalId);
    expect(topics.toSorted()).toEqual(['PageTopic', 'TicketTopic']);
    for (const { logicalId, AlarmName, AlarmActions, OKActions } of alarms) {
      expect(AlarmName).toBe(`swift-worker-${stage.name}-${logicalId.replace(/Alarm$/, '')}`);
      expect(AlarmActions).toHaveLength(1);
      expect(topics).toContain(AlarmActions[0]?.Ref);
      expect(OKActions).toEqual(AlarmActions);
      expect(shown).toContain(`"${logicalId}"`);
    }
  });

  test('stays within what CloudWatch takes: ten metrics an alarm', () => {
    for (const { Metrics = [] } of alarms) expect(Metrics.length).toBeLessThanOrEqual(10);
  });

  // https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/search-expression-syntax.html
  test('quotes what CloudWatch wants quoted in a search: names that are not letters and digits alone', () => {
    const schemas = Array.from(shown.matchAll(/SEARCH\('\{(.*?)\}/g), ([, schema = '']) =>
      schema.replaceAll(/\\+"/g, '"').split(','),
    );
    expect(schemas.length).toBeGreaterThan(5);
    for (const schema of schemas) {
      for (const name of schema) expect(name).toMatch(/^([A-Za-z0-9]+|"[^"]+")$/);
      expect(schema[0]).toBe('"swift-worker"');
    }
  });

  test('shows every metric that the functions write, and nothing that they do not', () => {
    const names = Object.keys(metrics).filter((name) => isMetric(name));
    for (const name of names) {
      const isShown = stage.auditCopy !== undefined || !optional.includes(name);
      expect([name, new RegExp(String.raw`\b${name}\b`).test(shown)]).toEqual([name, isShown]);
    }
    const dimensions = new Map<string, string[]>(names.map((name) => [name, dimensionsOf(name).toSorted()]));
    const own = alarms.flatMap(({ metrics }) => metrics).filter(({ Namespace }) => Namespace === 'swift-worker');
    for (const { MetricName, Dimensions } of own) {
      expect(Dimensions.map(({ Name }) => Name).toSorted()).toEqual(dimensions.get(MetricName));
      expect(Dimensions).toContainEqual({ Name: 'stage', Value: stage.name });
    }
  });
});

const alarmOf = (stage: Parameters<typeof synthesise>[0], id: string): unknown =>
  synthesise(stage).Resources[`${id}Alarm`]?.Properties;
const keyArn = 'arn:aws:kms:eu-west-1:222222222222:key/mrk-0123456789abcdef0123456789abcdef';
const replica = { region: 'eu-central-1', keyArn, table: true } as const;
const backup = { region: 'eu-central-1', keepDays: 35 } as const;

describe('what a switch adds', () => {
  test('is an alarm for calls that reach no function, in every stage', () => {
    expect(alarmOf(production, 'CallsReachNoFunction')).toMatchObject({
      Threshold: 60,
      AlarmActions: [{ Ref: 'TicketTopic' }],
      Metrics: expect.arrayContaining([
        expect.objectContaining({ Expression: 'IF(calls >= 20, 100 * (calls - FILL(reached, 0)) / calls, 0)' }),
      ]),
    });
  });

  test.each(['CertificateExpires', 'BackupsFail', 'ReplicaLagsBehind'])('is no %s without it', (id) => {
    expect(alarmOf(production, id)).toBeUndefined();
  });

  test('is an alarm for a certificate that was not renewed, with a domain', () => {
    const stage = withDomain({ edge });
    expect(alarmOf(stage, 'CertificateExpires')).toMatchObject({
      Namespace: 'AWS/CertificateManager',
      MetricName: 'DaysToExpiry',
      Dimensions: [{ Name: 'CertificateArn', Value: stage.domain?.certificateArn }],
      Statistic: 'Minimum',
      Period: 86_400,
      Threshold: 20,
      ComparisonOperator: 'LessThanThreshold',
    });
  });

  test('is an alarm for backups and copies that fail, of both vaults', () => {
    const metrics = JSON.stringify(alarmOf({ ...production, backup }, 'BackupsFail'));
    for (const [name, vault] of [
      ['NumberOfBackupJobsFailed', 'swift-worker-production'],
      ['NumberOfBackupJobsExpired', 'swift-worker-production'],
      ['NumberOfBackupJobsAborted', 'swift-worker-production'],
      ['NumberOfCopyJobsFailed', 'swift-worker-production'],
      ['NumberOfCopyJobsFailed', 'swift-worker-production-copies'],
    ]) {
      expect(metrics).toContain(
        `"Metric":{"Dimensions":[{"Name":"BackupVaultName","Value":"${vault}"}],"MetricName":"${name}"`,
      );
    }
  });

  test('is an alarm for a replica that is minutes behind', () => {
    expect(alarmOf({ ...production, replica }, 'ReplicaLagsBehind')).toMatchObject({
      Namespace: 'AWS/DynamoDB',
      MetricName: 'ReplicationLatency',
      Dimensions: [{ Name: 'ReceivingRegion', Value: 'eu-central-1' }, expect.objectContaining({ Name: 'TableName' })],
      Threshold: 60_000,
      TreatMissingData: 'notBreaching',
    });
  });
});
