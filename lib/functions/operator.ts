import { Effect, ManagedPolicy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { FunctionUrlAuthType, type FunctionUrl } from 'aws-cdk-lib/aws-lambda';
import { Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { liveAlias, ServiceFunction } from '../constructs/service-function.ts';
import { pinLogicalId } from '../logical-id.ts';
import type { ServiceParts } from '../service-parts.ts';

/** The operator's function and its URL: docs/adr/0018-operator-identity.md. */
export interface OperatorParts {
  readonly operator: ServiceFunction;
  readonly url: FunctionUrl;
  /** The permissions of an operator of this stage. */
  readonly policy: ManagedPolicy;
}

const addPolicy = (scope: Construct, operator: ServiceFunction): ManagedPolicy => {
  const aliasArn = `${operator.function.functionArn}:${liveAlias}`;
  const policy = new ManagedPolicy(scope, 'OperatorPolicy', {
    description: "Allows calls of the operator's function through its URL",
    statements: [
      // A function URL requires both: https://docs.aws.amazon.com/lambda/latest/dg/urls-auth.html
      new PolicyStatement({
        effect: Effect.ALLOW,
        actions: ['lambda:InvokeFunctionUrl'],
        resources: [aliasArn],
        conditions: { StringEquals: { 'lambda:FunctionUrlAuthType': FunctionUrlAuthType.AWS_IAM } },
      }),
      new PolicyStatement({
        effect: Effect.ALLOW,
        actions: ['lambda:InvokeFunction'],
        resources: [aliasArn],
        conditions: { Bool: { 'lambda:InvokedViaFunctionUrl': 'true' } },
      }),
      // The command line reads the URL from the outputs.
      new PolicyStatement({
        effect: Effect.ALLOW,
        actions: ['cloudformation:DescribeStacks'],
        resources: [Stack.of(scope).stackId],
      }),
    ],
  });
  pinLogicalId(policy, 'OperatorPolicy');
  return policy;
};

export const addOperator = (
  scope: Construct,
  { stage, storage, encryption, identity }: ServiceParts,
): OperatorParts => {
  const operator = new ServiceFunction(scope, 'Operator', {
    stage,
    description: "Executes the operator's commands, through its URL with IAM credentials only",
    entry: 'lambdas/operator/handler.ts',
    size: stage.operator,
    environment: {
      stage: stage.name,
      tableName: storage.table.tableName,
      keyId: encryption.key.keyId,
      memberPoolId: identity.pool.userPoolId,
    },
  });
  operator.release();
  storage.grantReading(operator, ['GetItem', 'BatchGetItem', 'Query']);
  storage.grantFindingDue(operator);
  storage.grantCommitting(operator, ['PutItem', 'UpdateItem', 'DeleteItem']);
  encryption.grantSealing(operator, ['webhook_secret']);
  identity.grantMemberAdministration(operator);
  const url = operator.invoked.addFunctionUrl({ authType: FunctionUrlAuthType.AWS_IAM });
  pinLogicalId(url, 'OperatorUrl');
  return { operator, url, policy: addPolicy(scope, operator) };
};
