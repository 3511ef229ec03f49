import {
  CloudFormationClient,
  DescribeStacksCommand,
  paginateListStackResources,
} from '@aws-sdk/client-cloudformation';
import { CloudWatchLogsClient } from '@aws-sdk/client-cloudwatch-logs';
import { setTimeout } from 'node:timers/promises';
import { production, staging } from '../lib/stages.ts';
import { awsCloud, type StackResource } from './aws-cloud.ts';
import { Failure } from './failure.ts';
import { insightsLogs } from './insights-logs.ts';
import { openFunction } from './operator-function.ts';
import { deployCommand, type Stage } from './stage.ts';

const deployed = { staging, production } as const;

/** CloudFront and its firewall have their alarms there. */
const edgeRegions = (name: keyof typeof deployed): readonly string[] =>
  deployed[name].domain?.edge === undefined ? [] : ['us-east-1'];

/** The outputs of the stage's stack, by name. @throws Failure `unreachable`, with what is needed */
const outputsOf = async (
  client: CloudFormationClient,
  name: string,
  stackName: string,
  region: string,
): Promise<ReadonlyMap<string, string>> => {
  try {
    const { Stacks = [] } = await client.send(new DescribeStacksCommand({ StackName: stackName }));
    const outputs = Stacks.flatMap((stack) => stack.Outputs ?? []);
    return new Map(outputs.map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]));
  } catch (error) {
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    throw new Failure(
      'unreachable',
      'unreachable',
      `the outputs of the stack of stage ${name} can't be read (${reason})`,
      {
        next: `use credentials of the account of the stack ${stackName} (${region}), for example with AWS_PROFILE=… in front of the command; they need the policy that the stack's output OperatorPolicyArn names`,
        cause: error,
      },
    );
  }
};

/** Logical ids end in a hash. The access log of the API has another name. */
const isOfFunction = (logicalId: string): boolean => /Logs[0-9A-F]{8}$/.test(logicalId);

/** The resources of the stage's stack. */
const resourcesOf = async (client: CloudFormationClient, stackName: string): Promise<readonly StackResource[]> => {
  const resources: StackResource[] = [];
  for await (const { StackResourceSummaries: found = [] } of paginateListStackResources(
    { client },
    { StackName: stackName },
  )) {
    resources.push(
      ...found.flatMap(({ LogicalResourceId: id = '', ResourceType: type = '', PhysicalResourceId: name }) =>
        name === undefined ? [] : [{ id, type, name }],
      ),
    );
  }
  return resources;
};

/** A stage on AWS, with the credentials of the environment. */
export const openDeployedStage = async (name: keyof typeof deployed): Promise<Stage> => {
  const { region } = deployed[name];
  const stackName = `swift-worker-${name}`;
  const cloudFormation = new CloudFormationClient({ region });
  const outputs = await outputsOf(cloudFormation, name, stackName, region);
  const url = outputs.get('OperatorFunctionUrl');
  if (url === undefined) {
    throw new Failure(
      'unreachable',
      'unreachable',
      `the stack ${stackName} has no output with the URL of the operator function`,
      {
        next: `deploy it: ${deployCommand(name)}`,
      },
    );
  }
  const functionName = outputs.get('OperatorFunctionName') ?? '<OperatorFunctionName>';
  const operator = openFunction({
    url,
    region,
    // Those that the client has found.
    credentials: cloudFormation.config.credentials,
    whenUnreachable: `check that this machine can connect to ${new URL(url).host}`,
    whenRefused: `your credentials need the policy ${outputs.get('OperatorPolicyArn') ?? '<OperatorPolicyArn>'}, the output OperatorPolicyArn of ${stackName}`,
    whenBroken: `the cause is in its log: aws lambda get-function-configuration --region ${region} --function-name ${functionName} names the log group`,
  });
  let listing: Promise<readonly StackResource[]> | undefined;
  const resources = (): Promise<readonly StackResource[]> => (listing ??= resourcesOf(cloudFormation, stackName));
  const logs = insightsLogs(
    new CloudWatchLogsClient({ region }),
    async () =>
      (await resources())
        .filter(({ type, id }) => type === 'AWS::Logs::LogGroup' && isOfFunction(id))
        .map(({ name: group }) => group),
    (ms) => setTimeout(ms),
  );
  return { ...operator, logs, cloud: awsCloud({ stage: name, resources }, { region }, edgeRegions(name)) };
};
