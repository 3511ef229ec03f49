import { Effect, ManagedPolicy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { FunctionUrlAuthType, type FunctionUrl } from 'aws-cdk-lib/aws-lambda';
import { Stack, Validations } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { liveAlias, ServiceFunction } from '../constructs/service-function.ts';
import type { ServiceLogGroup } from '../constructs/service-log-group.ts';
import { pinLogicalId } from '../logical-id.ts';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { ServiceParts } from '../service-parts.ts';
import { platformCallbackPath } from './platform-callback.ts';

/** The operator's function and its URL: docs/adr/0018-operator-identity.md. */
export interface OperatorParts {
  readonly operator: ServiceFunction;
  readonly url: FunctionUrl;
  /** The permissions of an operator of this stage. */
  readonly policy: ManagedPolicy;
}

/** Of the functions that there are by now. */
const logGroupsOf = (scope: Construct): readonly ServiceLogGroup[] =>
  Stack.of(scope)
    .node.findAll()
    .filter((construct) => construct instanceof ServiceFunction)
    .map(({ logGroup }) => logGroup);

const addPolicy = (scope: Construct, operator: ServiceFunction): ManagedPolicy => {
  const aliasArn = `${operator.function.functionArn}:${liveAlias}`;
  const policy = new ManagedPolicy(scope, 'OperatorPolicy', {
    description: "Allows calls of the operator's function through its URL, and reading the functions' logs",
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
      // The command line reads the URL from the outputs, and the names of the log groups from the resources.
      new PolicyStatement({
        effect: Effect.ALLOW,
        actions: ['cloudformation:DescribeStacks', 'cloudformation:ListStackResources'],
        resources: [Stack.of(scope).stackId],
      }),
      // It reads what the functions logged of a call, an event or a partner. Logs have no personal data.
      new PolicyStatement({
        effect: Effect.ALLOW,
        actions: ['logs:StartQuery'],
        resources: logGroupsOf(scope).map(({ logGroupArn }) => logGroupArn),
      }),
      // https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazoncloudwatchlogs.html
      new PolicyStatement({ effect: Effect.ALLOW, actions: ['logs:GetQueryResults'], resources: ['*'] }),
    ],
  });
  Validations.of(policy).acknowledge({
    id: 'AwsSolutions-IAM5[Resource::*]',
    reason: 'logs:GetQueryResults supports the resource * only. A query can be read by who knows its random id.',
  });
  pinLogicalId(policy, 'OperatorPolicy');
  return policy;
};

/** @param callbacks the queue of the platform's callbacks */
export const addOperator = (
  scope: Construct,
  { stage, storage, encryption, identity, platform, api, queues, auditCopies }: ServiceParts,
  callbacks: Queue,
): OperatorParts => {
  const operator = new ServiceFunction(scope, 'Operator', {
    stage,
    description: "Executes the operator's commands, through its URL with IAM credentials only",
    entry: 'lambdas/functions/operator.ts',
    size: stage.operator,
    environment: {
      stage: stage.name,
      tableName: storage.table.tableName,
      keyId: encryption.key.keyId,
      memberPoolId: identity.pool.userPoolId,
      rateScale: String(stage.rateScale),
      ...queues.environment,
      callbackQueueUrl: callbacks.queueUrl,
      failedQueueUrl: queues.failed.queueUrl,
      graphUrl: platform.graphUrl,
      platformCallbackUrl: `${api.baseUrl}${platformCallbackPath}`,
      ...platform.signUpEnvironment,
      ...platform.environment,
      ...auditCopies?.environment,
    },
  });
  operator.release();
  storage.grantReading(operator, ['GetItem', 'BatchGetItem', 'Query']);
  storage.grantFindingDue(operator);
  storage.grantCommitting(operator, ['PutItem', 'UpdateItem', 'DeleteItem']);
  encryption.grantSealing(operator, ['webhook_secret']);
  identity.grantMemberAdministration(operator);
  identity.grantPasswordReset(operator);
  queues.grantSendingAgain(operator, callbacks);
  platform.grantReadingSecret(operator);
  if (auditCopies !== null) {
    auditCopies.grantVerifying(operator);
    queues.grantSending(operator, auditCopies.queue);
  }
  const url = operator.invoked.addFunctionUrl({ authType: FunctionUrlAuthType.AWS_IAM });
  pinLogicalId(url, 'OperatorUrl');
  return { operator, url, policy: addPolicy(scope, operator) };
};
