import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { afterWorkersCalls, deadlineOf, lastStepOf } from '../../lambdas/runtime/deadline.ts';
import { variables } from '../../lambdas/runtime/environment.ts';
import { production, staging } from '../../lib/stages.ts';
import { allStages, ofType, synthesise } from '../../tools/harness/synthesised.ts';
import { edge, withDomain } from './with-domain.ts';

const FunctionProperties = z.object({
  Runtime: z.string(),
  Architectures: z.array(z.string()),
  MemorySize: z.number(),
  Timeout: z.number(),
  ReservedConcurrentExecutions: z.number().optional(),
  Role: z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.literal('Arn')]) }),
  LoggingConfig: z.object({ LogFormat: z.string(), LogGroup: z.object({ Ref: z.string() }) }),
  TracingConfig: z.object({ Mode: z.string() }),
  Environment: z.object({ Variables: z.record(z.string(), z.unknown()) }),
});

describe.each(allStages)('the functions of stage $name', (stage) => {
  const { Resources, Outputs } = synthesise(stage);
  const functions = ofType(Resources, 'AWS::Lambda::Function').map(([logicalId, { Properties }]) => ({
    logicalId,
    ...FunctionProperties.parse(Properties),
  }));

  test('are those that answer somebody, and those that work in the background', () => {
    expect(functions.map(({ logicalId }) => logicalId).toSorted()).toEqual([
      'CallbackIntake',
      'CallbackRelay',
      'ChangeRelay',
      'Connect',
      'CustomerImport',
      'Dispatcher',
      'DueSweep',
      'Folding',
      'InstanceRefresh',
      'Journal',
      'Lifecycle',
      'OpenApi',
      'Operator',
      'OutboxKeeper',
      'ParkedReports',
      'PlatformCallback',
      'ReportAudit',
      'TemplateSync',
      'WebhookDelivery',
      'WebhookMigration',
    ]);
    expect(Outputs['OperatorFunctionName']).toEqual({ Value: { Ref: 'Operator' } });
  });

  // https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html
  test('that answer a call give up before API Gateway does after 30 s', () => {
    const answering = ['Connect', 'Dispatcher', 'OpenApi', 'PlatformCallback'];
    const timeouts = functions.filter(({ logicalId }) => answering.includes(logicalId)).map(({ Timeout }) => Timeout);
    expect(timeouts).toHaveLength(answering.length);
    expect(Math.max(...timeouts)).toBeLessThan(30);
  });

  test('that call the platform in the background live longer than one step and the commits after it', () => {
    const working = ['Lifecycle', 'InstanceRefresh', 'TemplateSync', 'WebhookMigration'];
    const context = (seconds: number) => ({ getRemainingTimeInMillis: () => seconds * 1_000 });
    for (const { logicalId, Timeout } of functions.filter((one) => working.includes(one.logicalId))) {
      const lastStep = lastStepOf(deadlineOf(context(Timeout), 0, afterWorkersCalls));
      expect([logicalId, lastStep > 60_000]).toEqual([logicalId, true]);
    }
  });

  test('run on Node.js 24 on arm64, traced', () => {
    for (const { Runtime, Architectures, TracingConfig } of functions) {
      expect({ Runtime, Architectures, TracingConfig }).toEqual({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        TracingConfig: { Mode: 'Active' },
      });
    }
  });

  test('have a role each, with no policy managed by AWS', () => {
    const roles = functions.map(({ Role }) => Role['Fn::GetAtt'][0]);
    expect(new Set(roles).size).toBe(functions.length);
    expect(
      ofType(Resources, 'AWS::IAM::Role')
        .filter(([, { Properties }]) => JSON.stringify(Properties).includes('lambda.amazonaws.com'))
        .map(([logicalId]) => logicalId)
        .toSorted(),
    ).toEqual(roles.toSorted());
    for (const role of roles) expect(Resources[role]?.Properties).not.toHaveProperty('ManagedPolicyArns');
  });

  test('log as JSON to a group each, kept as long as the stage says', () => {
    const groups = functions.map(({ LoggingConfig }) => LoggingConfig.LogGroup.Ref);
    expect(new Set(groups).size).toBe(functions.length);
    for (const { LoggingConfig } of functions) expect(LoggingConfig.LogFormat).toBe('JSON');
    for (const group of groups) {
      expect(Resources[group]).toMatchObject({ Properties: { RetentionInDays: stage.logs.retentionDays } });
    }
  });

  test('are sized as the stage says, and what answers a caller does so before API Gateway gives up', () => {
    for (const [logicalId, size] of [
      ['Dispatcher', stage.dispatcher],
      ['Connect', stage.connect],
      ['OpenApi', stage.openApi],
      ['Operator', stage.operator],
      ['PlatformCallback', stage.platformCallback],
      ['CallbackIntake', stage.workers.callbackIntake],
      ['CallbackRelay', stage.workers.callbackRelay],
      ['InstanceRefresh', stage.workers.instanceRefresh],
      ['TemplateSync', stage.workers.templateSync],
      ['ChangeRelay', stage.workers.changeRelay],
      ['DueSweep', stage.workers.dueSweep],
      ['Lifecycle', stage.workers.lifecycle],
      ['OutboxKeeper', stage.workers.outboxKeeper],
      ['ParkedReports', stage.workers.parkedReports],
      ['Folding', stage.workers.folding],
      ['CustomerImport', stage.workers.customerImport],
      ['WebhookDelivery', stage.workers.webhookDelivery],
      ['WebhookMigration', stage.workers.webhookMigration],
    ] as const) {
      expect(functions.find((candidate) => candidate.logicalId === logicalId)).toMatchObject({
        MemorySize: size.memoryMiB,
        Timeout: size.timeoutSeconds,
      });
    }
    expect(stage.dispatcher.timeoutSeconds).toBeLessThan(30);
    expect(stage.connect.timeoutSeconds).toBeLessThan(30);
  });

  test('get variables that the functions know by name', () => {
    const known: string[] = Object.values(variables);
    for (const { Environment } of functions) {
      expect(Environment.Variables).toMatchObject({ STAGE: stage.name });
      expect(known).toEqual(expect.arrayContaining(Object.keys(Environment.Variables)));
    }
  });

  test("leave 100 of an account's 1,000 environments unreserved", () => {
    const reserved = functions.map(({ ReservedConcurrentExecutions = 0 }) => ReservedConcurrentExecutions);
    expect(reserved.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(900);
  });
});

/** All but the workers of queues and the audit: what answers calls, reads the stream or starts work that is due. */
const reserving = {
  answering: ['Connect', 'Dispatcher', 'OpenApi', 'Operator', 'OriginCheck', 'PlatformCallback'],
  noticing: ['ChangeRelay', 'DueSweep', 'Journal'],
};

// https://docs.aws.amazon.com/lambda/latest/dg/configuration-concurrency.html
describe.each([staging, production])('in stage $name, with an edge', (stage) => {
  const { domain } = withDomain({ edge });
  if (domain === undefined) throw new Error('the stage has no domain');
  const { Resources } = synthesise({ ...stage, domain });
  const reservations = new Map(
    ofType(Resources, 'AWS::Lambda::Function').map(([logicalId, { Properties }]) => [
      logicalId,
      FunctionProperties.parse(Properties).ReservedConcurrentExecutions ?? 0,
    ]),
  );

  test('the workers of the queues starve neither the check of every call, nor the readers of the stream, nor the sweep', () => {
    const reserved = [...reservations].filter(([, count]) => count > 0).map(([logicalId]) => logicalId);
    expect(reserved.toSorted()).toEqual([...reserving.answering, ...reserving.noticing].toSorted());
  });

  test('each reader of the stream has a reservation', () => {
    const mappings = ofType(Resources, 'AWS::Lambda::EventSourceMapping').map(([, { Properties }]) => Properties);
    const readers = mappings.flatMap(({ StartingPosition, FunctionName }) =>
      StartingPosition === undefined ? [] : [z.object({ Ref: z.string() }).parse(FunctionName).Ref],
    );
    expect(readers.length).toBeGreaterThan(1);
    for (const reader of readers) expect(reservations.get(reader)).toBeGreaterThan(0);
  });
});
