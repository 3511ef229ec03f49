import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { production, staging } from '../lib/stages.ts';
import { Failure } from './failure.ts';
import { openFunction } from './operator-function.ts';
import { deployCommand, type Stage } from './stage.ts';

const regions = { staging: staging.region, production: production.region } as const;

/** Asks AWS. @throws Failure `unreachable` that says what was asked for, and what is needed */
const asking = async <T>(stackName: string, region: string, what: string, ask: () => Promise<T>): Promise<T> => {
  try {
    return await ask();
  } catch (error) {
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    throw new Failure('unreachable', 'unreachable', `AWS does not say ${what} (${reason})`, {
      next: `use credentials of the account that the stack ${stackName} stands in (${region}), such as AWS_PROFILE=… in front of the command`,
      cause: error,
    });
  }
};

/** A stage on AWS, with the credentials of the environment. */
export const openDeployedStage = async (name: keyof typeof regions): Promise<Stage> => {
  const region = regions[name];
  const stackName = `swift-worker-${name}`;
  const sts = new STSClient({ region });
  const cloudFormation = new CloudFormationClient({ region });
  const [arn, functionName] = await Promise.all([
    asking(stackName, region, 'who you are', async () => (await sts.send(new GetCallerIdentityCommand())).Arn),
    asking(stackName, region, `where the stage ${name} is`, async () => {
      const { Stacks = [] } = await cloudFormation.send(new DescribeStacksCommand({ StackName: stackName }));
      const outputs = Stacks.flatMap((stack) => stack.Outputs ?? []);
      return outputs.find((output) => output.OutputKey === 'OperatorFunctionName')?.OutputValue;
    }),
  ]);
  if (functionName === undefined) {
    throw new Failure('unreachable', 'unreachable', `the stack ${stackName} names no operator function`, {
      next: `deploy it: ${deployCommand(name)}`,
    });
  }
  return openFunction({
    client: { region },
    functionName,
    operator: arn ?? 'unknown',
    whenUnreachable: `you need the permission lambda:InvokeFunction on ${functionName} in ${region}`,
    whenBroken: `its log has the cause: aws lambda get-function-configuration --region ${region} --function-name ${functionName} names the log group`,
  });
};
