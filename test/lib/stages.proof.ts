import { describe, expect, test } from '@jest/globals';
import { localParameters } from '../../lib/local-parameters.ts';
import { local, production, staging } from '../../lib/stages.ts';
import { allStages, synthesise, type Resource } from '../../tools/harness/synthesised.ts';

const stateful = [
  'AWS::Cognito::UserPool',
  'AWS::Cognito::UserPoolClient',
  'AWS::Cognito::UserPoolDomain',
  'AWS::DynamoDB::GlobalTable',
  'AWS::DynamoDB::Table',
  'AWS::KMS::Key',
  'AWS::S3::Bucket',
  'AWS::SecretsManager::Secret',
  'AWS::SQS::Queue',
];

describe.each(allStages)('stage $name', (stage) => {
  const { stackName, Resources, Parameters, Outputs } = synthesise(stage);

  test('keeps the logical ids of all that holds state: another id would be an empty resource', () => {
    const ids = Object.entries(Resources)
      .filter(([, { Type }]) => stateful.includes(Type))
      .map(([logicalId, { Type }]) => `${Type} ${logicalId}`);
    expect(ids.toSorted()).toEqual([
      'AWS::Cognito::UserPool UserPool',
      'AWS::Cognito::UserPoolClient PortalClient',
      'AWS::Cognito::UserPoolDomain SignInDomain',
      'AWS::DynamoDB::GlobalTable Table',
      'AWS::KMS::Key AlarmKey',
      'AWS::KMS::Key Key',
      ...(stage.auditTrail === null ? [] : ['AWS::S3::Bucket AuditTrailBucket']),
      'AWS::SQS::Queue CallbackQueue',
      'AWS::SQS::Queue EventQueue',
      'AWS::SQS::Queue FailedQueue',
      'AWS::SQS::Queue FoldQueue',
      'AWS::SQS::Queue ImportQueue',
      'AWS::SQS::Queue LifecycleQueue',
      'AWS::SQS::Queue MigrationQueue',
      'AWS::SQS::Queue OutboxQueue',
      'AWS::SQS::Queue RefreshQueue',
      'AWS::SQS::Queue RelayedCallbackQueue',
      'AWS::SQS::Queue ReportQueue',
      'AWS::SQS::Queue SlowQueue',
      'AWS::SQS::Queue SyncQueue',
      'AWS::SecretsManager::Secret PlatformAppSecret',
    ]);
  });

  test('is a stack of its own with outputs for those who connect to it', () => {
    expect(stackName).toBe(`swift-worker-${stage.name}`);
    expect(Object.keys(Outputs).toSorted()).toEqual([
      'ApiUrl',
      'KeyArn',
      'OperatorFunctionName',
      'OperatorFunctionUrl',
      'OperatorPolicyArn',
      'PageTopicArn',
      'PlatformAppSecretArn',
      'PlatformCallbackUrl',
      'PortalClientId',
      'SignInUrl',
      'SignUpRedirectUrl',
      'TableGeneration',
      'TableName',
      'TicketTopicArn',
      'UserPoolId',
    ]);
  });

  test('takes parameters from the local cloud alone', () => {
    const given = Object.keys(Parameters).filter((name) => name !== 'BootstrapVersion');
    expect(given.toSorted()).toEqual(stage.name === 'local' ? Object.values(localParameters).toSorted() : []);
  });
});

test('staging and production share nothing', () => {
  const text = (resources: Readonly<Record<string, Resource>>): string => JSON.stringify(resources);
  const ofStaging = text(synthesise(staging).Resources);
  const ofProduction = text(synthesise(production).Resources);
  expect(ofStaging).not.toContain('production');
  expect(ofProduction).not.toContain('staging');
  for (const template of [ofStaging, ofProduction]) {
    expect(template).not.toMatch(/Fn::ImportValue|Fn::GetStackOutput|resolve:ssm/);
  }
});

test('the stages are made of the same resources', () => {
  const shape = (resources: Readonly<Record<string, Resource>>): string[] =>
    Object.entries(resources)
      // Who hears of alarms is the stage's own, and a version is named after all that is in it.
      .filter(([, { Type }]) => Type !== 'AWS::SNS::Subscription')
      .map(([logicalId, { Type }]) => (Type === 'AWS::Lambda::Version' ? Type : `${Type} ${logicalId}`));
  // What a stage is free to have stands in test/lib/audit-trail.proof.ts.
  const expected = shape(synthesise({ ...production, auditTrail: null }).Resources);
  expect(shape(synthesise(staging).Resources)).toEqual(expected);
  expect(shape(synthesise(local).Resources)).toEqual(expected);
});

test('rate limits are ten times as wide in the local stage', () => {
  expect([production.rateScale, staging.rateScale, local.rateScale]).toEqual([1, 1, 10]);
});
