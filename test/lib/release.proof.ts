import { describe, expect, test } from '@jest/globals';
import { Match } from 'aws-cdk-lib/assertions';
import { allStages, ofType, synthesise } from '../../tools/harness/synthesised.ts';

describe.each(allStages)('a release to stage $name', (stage) => {
  const { template, Resources } = synthesise(stage);

  test(`leads callers to the new dispatcher ${stage.release === 'canary' ? 'a tenth at a time first' : 'at once'}`, () => {
    template.hasResourceProperties('AWS::CodeDeploy::DeploymentGroup', {
      DeploymentConfigName:
        stage.release === 'canary'
          ? 'CodeDeployDefault.LambdaCanary10Percent10Minutes'
          : 'CodeDeployDefault.LambdaAllAtOnce',
    });
    template.hasResource('AWS::Lambda::Alias', {
      Properties: { FunctionName: { Ref: 'Dispatcher' }, Name: 'live' },
      UpdatePolicy: { CodeDeployLambdaAliasUpdate: { DeploymentGroupName: { Ref: 'DispatcherReleases' } } },
    });
  });

  test('is taken back when calls fail', () => {
    template.hasResourceProperties('AWS::CodeDeploy::DeploymentGroup', {
      AlarmConfiguration: {
        Enabled: true,
        Alarms: [{ Name: { Ref: 'CallsFailAlarm' } }, { Name: { Ref: 'DispatcherFailsAlarm' } }],
      },
      AutoRollbackConfiguration: { Enabled: true, Events: Match.arrayWith(['DEPLOYMENT_STOP_ON_ALARM']) },
    });
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
