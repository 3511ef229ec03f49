import { describe, expect, test } from '@jest/globals';
import { allStages, ofType, synthesise } from '../../tools/harness/synthesised.ts';

const functionArn = { 'Fn::GetAtt': ['Operator', 'Arn'] };
/** Callers come by the alias, which a release moves. */
const aliasArn = { 'Fn::Join': ['', [functionArn, ':live']] };

describe.each(allStages)("the way to the operator's function of stage $name", (stage) => {
  const { Resources, Outputs } = synthesise(stage);

  test('is a URL that asks IAM who calls, and no resource lets anybody past it', () => {
    expect(ofType(Resources, 'AWS::Lambda::Url')).toEqual([
      [
        'OperatorUrl',
        expect.objectContaining({
          Properties: { AuthType: 'AWS_IAM', TargetFunctionArn: functionArn, Qualifier: 'live' },
        }),
      ],
    ]);
    const permitted = ofType(Resources, 'AWS::Lambda::Permission').map(([, { Properties }]) =>
      JSON.stringify(Properties),
    );
    expect(permitted.filter((permission) => permission.includes('"Operator"'))).toEqual([]);
  });

  // https://docs.aws.amazon.com/lambda/latest/dg/urls-auth.html
  test('is open to whom the policy is given: by the URL, and to read the outputs, and nothing else', () => {
    const policies = ofType(Resources, 'AWS::IAM::ManagedPolicy');
    expect(policies.map(([logicalId]) => logicalId)).toEqual(['OperatorPolicy']);
    const properties = policies[0]?.[1].Properties;
    expect(properties).not.toHaveProperty('Roles');
    expect(properties?.['PolicyDocument']).toMatchObject({
      Statement: [
        {
          Effect: 'Allow',
          Action: 'lambda:InvokeFunctionUrl',
          Resource: aliasArn,
          Condition: { StringEquals: { 'lambda:FunctionUrlAuthType': 'AWS_IAM' } },
        },
        {
          Effect: 'Allow',
          Action: 'lambda:InvokeFunction',
          Resource: aliasArn,
          Condition: { Bool: { 'lambda:InvokedViaFunctionUrl': 'true' } },
        },
        { Effect: 'Allow', Action: 'cloudformation:DescribeStacks', Resource: { Ref: 'AWS::StackId' } },
      ],
    });
  });

  test('is named by the outputs', () => {
    expect(Outputs).toMatchObject({
      OperatorFunctionUrl: { Value: { 'Fn::GetAtt': ['OperatorUrl', 'FunctionUrl'] } },
      OperatorPolicyArn: { Value: { Ref: 'OperatorPolicy' } },
    });
  });

  test('is watched: one invocation past the URL raises the alarm', () => {
    expect(Resources['OperatorIsInvokedDirectlyAlarm']?.Properties).toMatchObject({
      Namespace: 'swift-worker',
      MetricName: 'operator_invoked_directly',
      Dimensions: [{ Name: 'stage', Value: stage.name }],
      Statistic: 'Sum',
      Threshold: 0,
      ComparisonOperator: 'GreaterThanThreshold',
      DatapointsToAlarm: 1,
      EvaluationPeriods: 1,
      TreatMissingData: 'notBreaching',
    });
  });
});
