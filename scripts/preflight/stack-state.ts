import { stackNameOf } from './deployed-stack.ts';
import { missing, ok, warning } from './item.ts';
import type { Check } from './subject.ts';

/** States in which a deployment can't start: https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/view-stack-events.html */
const cures: Readonly<Record<string, (target: string) => string>> = {
  DELETE_FAILED: (target) =>
    `Find in its events what could not be deleted, then: aws cloudformation delete-stack ${target}`,
  UPDATE_ROLLBACK_FAILED: (target) =>
    `Find in its events what could not be rolled back, then: aws cloudformation continue-update-rollback ${target}`,
};

/** The states after a failed first creation: the CDK deletes its remains before it creates the stack again. */
const failedCreations = ['ROLLBACK_COMPLETE', 'ROLLBACK_FAILED'];

/** Whether the stage's stack can be deployed in its current state. */
export const stackState: Check = {
  name: 'stack',
  actions: ['cloudformation:DescribeStacks', 'cloudformation:ListStackResources'],
  look: ({ stage, stack }) => {
    const name = stackNameOf(stage);
    if (stack === null) {
      return Promise.resolve([
        ok('stack', `${name} does not exist yet: the app's secret, the mail and the alarms are checked once it exists`),
      ]);
    }
    const target = `--region ${stage.region} --stack-name ${name}`;
    if (failedCreations.includes(stack.status)) {
      return Promise.resolve([
        warning(
          'stack',
          `the first creation of ${name} failed; the next deployment deletes its remains and creates it again`,
          `Find out why it failed: aws cloudformation describe-stack-events ${target}`,
        ),
      ]);
    }
    const cure = cures[stack.status];
    if (cure !== undefined) {
      return Promise.resolve([missing('stack', `${name} is in the state ${stack.status}`, cure(target))]);
    }
    if (stack.status.endsWith('_IN_PROGRESS') && stack.status !== 'REVIEW_IN_PROGRESS') {
      return Promise.resolve([
        missing('stack', `${name} is in the state ${stack.status}`, 'Wait until the other deployment has ended.'),
      ]);
    }
    return Promise.resolve([ok('stack', `${name} is in the state ${stack.status}`)]);
  },
};
