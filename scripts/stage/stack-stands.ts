import { DescribeStacksCommand, type CloudFormationClient, type StackStatus } from '@aws-sdk/client-cloudformation';
import { isUnknownStack } from './unknown-stack.ts';

/**
 * In these states a stack is empty, or has the remains of a failed creation. The CDK deletes it and creates it again.
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
 * Whether the stack was ever created completely. @throws the error of AWS when it does not answer: without an answer the
 * protection must stay on
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
