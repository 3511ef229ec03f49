import { CloudFormationClient, DescribeStacksCommand, StackStatus } from '@aws-sdk/client-cloudformation';
import { afterEach, expect, test } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';
import { stackStands } from '../../scripts/stage/stack-stands.ts';

const client = new CloudFormationClient({});
const cloudFormation = mockClient(client);
afterEach(() => {
  cloudFormation.reset();
});

const stands = (): Promise<boolean> => stackStands(client, 'swift-worker-staging');
const named = (name: string, message: string): Error => Object.assign(new Error(message), { name });

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/view-stack-events.html */
const neverCreated = [
  'REVIEW_IN_PROGRESS',
  'CREATE_FAILED',
  'ROLLBACK_IN_PROGRESS',
  'ROLLBACK_FAILED',
  'ROLLBACK_COMPLETE',
];

test.each(Object.values(StackStatus))('a stack in the state %s was created whole, or never', async (status) => {
  cloudFormation
    .on(DescribeStacksCommand, { StackName: 'swift-worker-staging' })
    .resolves({ Stacks: [{ StackName: 'swift-worker-staging', CreationTime: new Date(0), StackStatus: status }] });
  expect(await stands()).toBe(!neverCreated.includes(status));
});

test('a stack that there is not was never created', async () => {
  cloudFormation
    .on(DescribeStacksCommand)
    .rejects(named('ValidationError', 'Stack with id swift-worker-staging does not exist'));
  expect(await stands()).toBe(false);
});

test.each([
  named('AccessDenied', 'not authorized'),
  named('ValidationError', 'the name is wrong'),
  named('ExpiredToken', 'the token does not exist any more'),
])('what AWS does not say is not taken for a stack that there is not (%s)', async (error) => {
  cloudFormation.on(DescribeStacksCommand).rejects(error);
  await expect(stands()).rejects.toThrow(error.message);
});
