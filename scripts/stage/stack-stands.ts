import { DescribeStacksCommand, type CloudFormationClient, type StackStatus } from '@aws-sdk/client-cloudformation';
import { isUnknownStack } from './unknown-stack.ts';

/**
 * A stack of these states holds nothing yet, or what a failed creation left; the CDK deletes it and creates it again.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/view-stack-events.html
 */
const neverCreated: ReadonlySet<StackStatus> = new Set<StackStatus>([
  'REVIEW_IN_PROGRESS',
  'CREATE_FAILED',
  'ROLLBACK_IN_PROGRESS',
  'ROLLBACK_FAILED',
  'ROLLBACK_COMPLETE',
]);

/**
 * Whether the stack was ever created whole. @throws what AWS says when it does not answer: who does not know may not take
 * the protection off
 */
export const stackStands = async (client: CloudFormationClient, stackName: string): Promise<boolean> => {
  try {
    const { Stacks: [stack] = [] } = await client.send(new DescribeStacksCommand({ StackName: stackName }));
    return stack?.StackStatus === undefined || !neverCreated.has(stack.StackStatus);
  } catch (error) {
    if (isUnknownStack(error)) return false;
    throw error;
  }
};
