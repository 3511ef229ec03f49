import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
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
  test('is open to whom the policy is given: by the URL, to read the outputs and the logs, and nothing else', () => {
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
        {
          Effect: 'Allow',
          Action: ['cloudformation:DescribeStacks', 'cloudformation:ListStackResources'],
          Resource: { Ref: 'AWS::StackId' },
        },
        { Effect: 'Allow', Action: 'logs:StartQuery', Resource: expect.any(Array) },
        { Effect: 'Allow', Action: 'logs:GetQueryResults', Resource: '*' },
      ],
    });
  });

  test('the policy opens the logs of every function, and no other log', () => {
    const [[, policy] = []] = ofType(Resources, 'AWS::IAM::ManagedPolicy');
    const statements = z
      .object({ Statement: z.array(z.object({ Action: z.unknown(), Resource: z.unknown() })) })
      .parse(policy?.Properties['PolicyDocument']).Statement;
    const opened = statements.find(({ Action: action }) => action === 'logs:StartQuery')?.Resource;
    const ofFunctions = ofType(Resources, 'AWS::Lambda::Function').map(([, { Properties }]) => {
      const logging = z.object({ LoggingConfig: z.object({ LogGroup: z.object({ Ref: z.string() }) }) });
      return logging.parse(Properties).LoggingConfig.LogGroup.Ref;
    });
    expect(opened).toEqual(expect.arrayContaining(ofFunctions.map((id) => ({ 'Fn::GetAtt': [id, 'Arn'] }))));
    expect(opened).toHaveLength(ofFunctions.length);
    // The command line finds the groups by this.
    for (const id of ofFunctions) expect(id).toMatch(/Logs[0-9A-F]{8}$/);
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
