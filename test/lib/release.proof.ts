import { describe, expect, test } from '@jest/globals';
import { Match } from 'aws-cdk-lib/assertions';
import { allStages, ofType, synthesise, withProbe } from '../../tools/harness/synthesised.ts';

describe.each(allStages)('a release to stage $name', (stage) => {
  const { template, Resources } = synthesise(stage);

  const group = 'AWS::CodeDeploy::DeploymentGroup';
  const released = ['Connect', 'Dispatcher', 'OpenApi', 'Operator', 'PlatformCallback'];

  test(`leads callers to a new version ${stage.release === 'canary' ? 'a tenth at a time first' : 'at once'}`, () => {
    template.allResourcesProperties(group, {
      DeploymentConfigName:
        stage.release === 'canary'
          ? 'CodeDeployDefault.LambdaCanary10Percent10Minutes'
          : 'CodeDeployDefault.LambdaAllAtOnce',
    });
    const aliases = ofType(Resources, 'AWS::Lambda::Alias');
    expect(aliases.map(([logicalId]) => logicalId).toSorted()).toEqual(released.map((name) => `${name}Alias`));
    for (const name of released) {
      template.hasResource('AWS::Lambda::Alias', {
        Properties: { FunctionName: { Ref: name }, Name: 'live' },
        UpdatePolicy: { CodeDeployLambdaAliasUpdate: { DeploymentGroupName: { Ref: `${name}Releases` } } },
      });
    }
  });

  // API Gateway, a URL: what waits for an answer. Queues, streams and schedules do not.
  test('is gradual for each function that somebody waits for', () => {
    const called = ofType(Resources, 'AWS::Lambda::Permission').filter(([, { Properties }]) =>
      JSON.stringify(Properties['Principal']).includes('apigateway'),
    );
    const urls = ofType(Resources, 'AWS::Lambda::Url');
    const names = [...called, ...urls].map(([, { Properties }]) =>
      JSON.stringify(Properties['FunctionName'] ?? Properties['TargetFunctionArn']),
    );
    for (const name of released) expect(names.some((one) => one.includes(`"${name}`))).toBe(true);
    for (const name of names) expect(released.some((one) => name.includes(`"${one}`))).toBe(true);
    for (const [, { Properties }] of called) expect(Properties['FunctionName']).toHaveProperty('Ref');
    for (const [, { Properties }] of urls) expect(Properties['Qualifier']).toBe('live');
  });

  test('of the dispatcher begins with a call of the probe, but not during an alarm', () => {
    const hooked = (hook: object) => ({
      Properties: { FunctionName: { Ref: 'Dispatcher' } },
      UpdatePolicy: { CodeDeployLambdaAliasUpdate: { BeforeAllowTrafficHook: hook } },
    });
    const probed = withProbe(stage);
    synthesise(probed).template.hasResource('AWS::Lambda::Alias', hooked({ Ref: 'StageProbe' }));
    const during = synthesise({ ...probed, despiteAlarm: 'INC-7' });
    during.template.hasResource('AWS::Lambda::Alias', hooked(Match.absent()));
  });

  test('is taken back when calls fail', () => {
    for (const name of released) {
      expect(Resources[`${name}Releases`]?.Properties).toMatchObject({
        AlarmConfiguration: {
          Enabled: true,
          Alarms: ['CallsFail', `${name}Fails`, ...(name === 'Connect' ? ['ConnectPagesFail'] : [])].map((alarm) => ({
            Name: { Ref: `${alarm}Alarm` },
          })),
        },
        AutoRollbackConfiguration: { Enabled: true, Events: expect.arrayContaining(['DEPLOYMENT_STOP_ON_ALARM']) },
      });
      expect(Resources[`${name}Releases`]?.Properties).not.toHaveProperty('Tags.despite-alarm');
    }
  });

  // https://docs.aws.amazon.com/codedeploy/latest/APIReference/API_AlarmConfiguration.html
  test('goes out during an alarm when a person says why: the reason is a tag, and a failure still takes it back', () => {
    const reason = 'INC-7: the fix of the refusals of keys';
    const during = synthesise({ ...stage, despiteAlarm: reason });
    for (const name of released) {
      expect(during.Resources[`${name}Releases`]?.Properties).toMatchObject({
        AlarmConfiguration: { Enabled: false },
        AutoRollbackConfiguration: { Enabled: true, Events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_REQUEST'] },
        Tags: expect.arrayContaining([{ Key: 'despite-alarm', Value: reason }]),
      });
    }
    const others = ({ Resources: all }: typeof during) => Object.entries(all).filter(([, { Type }]) => Type !== group);
    expect(others(during)).toEqual(others({ ...during, Resources }));
  });

  // A version that a failed release left behind would stop the same release from being tried again: Lambda makes no
  // version of code that the last one has. https://docs.aws.amazon.com/lambda/latest/dg/configuration-versions.html
  test('keeps the version that it may go back to, and none of a release that failed', () => {
    for (const [, { DeletionPolicy, UpdateReplacePolicy }] of ofType(Resources, 'AWS::Lambda::Version')) {
      expect({ DeletionPolicy, UpdateReplacePolicy }).toEqual({
        DeletionPolicy: 'RetainExceptOnCreate',
        UpdateReplacePolicy: 'Retain',
      });
    }
  });
});

test('production is released to gradually', () => {
  expect(allStages.find(({ name }) => name === 'production')?.release).toBe('canary');
});
