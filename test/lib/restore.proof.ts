import { describe, expect, test } from '@jest/globals';
import { Match } from 'aws-cdk-lib/assertions';
import { z } from 'zod';
import { choose } from '../../lib/choose-stages.ts';
import { readStageTables, type StageTables } from '../../lib/stage-tables.ts';
import { local, production, staging } from '../../lib/stages.ts';
import { ofType, policiesOf, synthesise, type Resource } from '../../tools/harness/synthesised.ts';

type Resources = Readonly<Record<string, Resource>>;

const within = (tables: StageTables) => synthesise({ ...production, tables });
const before = within({ serving: 1, beside: [], maintenance: 'off' });
const filling = within({ serving: 1, beside: [2], maintenance: 'closed' });
const erasing = within({ serving: 2, beside: [1], maintenance: 'erasing' });
const opening = within({ serving: 2, beside: [1], maintenance: 'opening' });
const after = within({ serving: 2, beside: [], maintenance: 'off' });

const readers = ['ChangeRelaySource', 'JournalSource'] as const;
const mappings = (resources: Resources): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    ofType(resources, 'AWS::Lambda::EventSourceMapping').map(([id, { Properties }]) => [id, Properties['Enabled']]),
  );
const running = (resources: Resources): readonly string[] =>
  Object.entries(mappings(resources))
    .filter(([, enabled]) => enabled !== false)
    .map(([id]) => id)
    .toSorted();
const schedules = (resources: Resources): Readonly<Record<string, unknown>> =>
  Object.fromEntries(ofType(resources, 'AWS::Events::Rule').map(([id, { Properties }]) => [id, Properties['State']]));

const without = (resource: Resource | undefined, property: string): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(resource?.Properties ?? {}).filter(([name]) => name !== property));

const Environment = z.object({ Variables: z.record(z.string(), z.unknown()) });
const variable = (resources: Resources, name: string): ReadonlySet<string> =>
  new Set(
    ofType(resources, 'AWS::Lambda::Function').flatMap(([, { Properties }]) => {
      const { Variables } = Environment.parse(Properties['Environment'] ?? { Variables: {} });
      return Variables[name] === undefined ? [] : [JSON.stringify(Variables[name])];
    }),
  );
const policies = (resources: Resources): string => JSON.stringify(ofType(resources, 'AWS::IAM::Policy'));

test('a stage whose table was never restored has one table, read from its beginning', () => {
  expect(before.Resources).toEqual(synthesise(production).Resources);
  for (const reader of readers) {
    expect(before.Resources[reader]?.Properties).toMatchObject({
      EventSourceArn: { 'Fn::GetAtt': ['Table', 'StreamArn'] },
      StartingPosition: 'TRIM_HORIZON',
    });
  }
});

describe('a table that is filled', () => {
  test('stands beside the one that serves, and nothing of the service knows it', () => {
    expect(variable(filling.Resources, 'TABLE_NAME')).toEqual(new Set(['{"Ref":"Table"}']));
    expect(policies(filling.Resources)).not.toContain('Table2');
    expect(filling.Outputs).toMatchObject({
      TableName: { Value: { Ref: 'Table' } },
      TableName2: { Value: { Ref: 'Table2' } },
    });
  });

  test('is kept, recoverable and encrypted as the other one is; nothing expires in it, and it takes 40,000 writes a second', () => {
    expect(filling.Resources['Table2']).toMatchObject(policiesOf(production));
    const warm = { WarmThroughput: { ReadUnitsPerSecond: 12_000, WriteUnitsPerSecond: 40_000 } };
    const serving = without(filling.Resources['Table'], 'TimeToLiveSpecification');
    const [index] = z.tuple([z.looseObject({})]).parse(serving['GlobalSecondaryIndexes']);
    expect(filling.Resources['Table2']?.Properties).toEqual({
      ...serving,
      ...warm,
      // An index without it would slow the writes of the table.
      GlobalSecondaryIndexes: [{ ...index, ...warm }],
    });
  });
});

describe('a closed stage', () => {
  test('answers no call and no page', () => {
    for (const name of ['Dispatcher', 'Connect']) {
      filling.template.hasResourceProperties('AWS::Lambda::Function', {
        Environment: { Variables: Match.objectLike({ MAINTENANCE: 'on' }) },
        Description: filling.Resources[name]?.Properties['Description'],
      });
    }
  });

  test('does no work', () => {
    expect(running(filling.Resources)).toEqual([]);
    expect(new Set(Object.values(schedules(filling.Resources)))).toEqual(new Set(['DISABLED']));
  });

  test('changes nothing else but the releases, which do not wait and which no alarm takes back', () => {
    filling.template.hasResourceProperties('AWS::CodeDeploy::DeploymentGroup', {
      DeploymentConfigName: 'CodeDeployDefault.LambdaAllAtOnce',
      AlarmConfiguration: { Enabled: false },
    });
    const changed = Object.keys(filling.Resources).filter(
      (id) =>
        JSON.stringify(filling.Resources[id]) !== JSON.stringify(before.Resources[id]) &&
        !['AWS::Lambda::EventSourceMapping', 'AWS::Events::Rule', 'AWS::Lambda::Version'].includes(
          filling.Resources[id]?.Type ?? '',
        ),
    );
    const released = ['Connect', 'Dispatcher', 'OpenApi', 'Operator', 'PlatformCallback'];
    expect(changed.toSorted()).toEqual(
      [
        ...['Connect', 'ConnectAlias', 'Dispatcher', 'DispatcherAlias', 'Table2'],
        ...released.map((id) => `${id}Releases`),
      ].toSorted(),
    );
  });
});

describe('the switch', () => {
  test('leads functions, grants, readers, alarms and the output to the new table in one template', () => {
    expect(variable(erasing.Resources, 'TABLE_NAME')).toEqual(new Set(['{"Ref":"Table2"}']));
    expect(policies(erasing.Resources)).not.toMatch(/"Table"/);
    for (const alarm of ['TableIsThrottledAlarm', 'TableFailsAlarm']) {
      expect(JSON.stringify(erasing.Resources[alarm])).toContain('{"Ref":"Table2"}');
    }
    expect(erasing.Outputs).toMatchObject({
      TableName: { Value: { Ref: 'Table2' } },
      TableName1: { Value: { Ref: 'Table' } },
    });
  });

  test('reads nothing that was copied, and lets items expire', () => {
    for (const reader of readers) {
      expect(erasing.Resources[reader]?.Properties).toMatchObject({
        EventSourceArn: { 'Fn::GetAtt': ['Table2', 'StreamArn'] },
        StartingPosition: 'LATEST',
      });
    }
    expect(erasing.Resources['Table2']?.Properties).toMatchObject({
      TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
    });
  });

  test('keeps the table that served', () => {
    expect(erasing.Resources['Table']).toEqual(before.Resources['Table']);
  });

  test('runs what erasures need, and nothing that calls partners', () => {
    expect(running(erasing.Resources)).toEqual([
      'ChangeRelaySource',
      'FoldingSource',
      'JournalSource',
      'LifecycleSource',
      'ParkedReportsSource',
    ]);
    expect(schedules(erasing.Resources)).toMatchObject({
      DueSweepSchedule: 'ENABLED',
      ReportAuditSchedule: 'DISABLED',
    });
    expect(variable(erasing.Resources, 'MAINTENANCE')).toEqual(new Set(['"on"']));
  });

  test('opens without alarms, which the maintenance has raised', () => {
    expect(variable(opening.Resources, 'MAINTENANCE')).toEqual(new Set());
    expect(running(opening.Resources)).toEqual(running(before.Resources));
    opening.template.hasResourceProperties('AWS::CodeDeploy::DeploymentGroup', {
      AlarmConfiguration: { Enabled: false },
    });
  });

  // CloudFormation can't make a second event source of the same stream and function before it deletes the first.
  test('replaces no reader by what follows it', () => {
    for (const reader of readers) {
      expect(after.Resources[reader]?.Properties).toMatchObject(without(erasing.Resources[reader], 'Enabled'));
    }
  });
});

test('a table that no generation names any more stays in the account', () => {
  expect(after.Resources['Table']).toBeUndefined();
  expect(filling.Resources['Table']?.DeletionPolicy).toBe('RetainExceptOnCreate');
});

test('the tables of the stage local come from the context, and each generation is named once', () => {
  const tables = { serving: 2, beside: [1], maintenance: 'off' } as const;
  const [chosen] = choose({ local, staging, production }, { stage: 'local', tables });
  expect(chosen?.tables).toEqual(tables);
  expect(() => readStageTables({ ...tables, beside: [2] })).toThrow('each generation of the table must be named once');
});
