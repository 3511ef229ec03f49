import { missing, ok, warning, type Item } from './item.ts';
import type { Check, StackSubject } from './subject.ts';

/** States in which a deployment can't start: https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/view-stack-events.html */
const cures: Readonly<Record<string, (target: string) => string>> = {
  DELETE_FAILED: (target) =>
    `Find in its events what could not be deleted, then: aws cloudformation delete-stack ${target}`,
  UPDATE_ROLLBACK_FAILED: (target) =>
    `Find in its events what could not be rolled back, then: aws cloudformation continue-update-rollback ${target}`,
};

/** Whether the first creation failed: the CDK deletes its remains before it creates the stack again. */
export const isFailedCreation = ({ status }: { readonly status: string }): boolean =>
  status === 'ROLLBACK_COMPLETE' || status === 'ROLLBACK_FAILED';

const lookAt = ({ planned: { part, name, region }, stack }: StackSubject): Item => {
  if (stack === null) {
    const later = ": the app's secret, the mail and the alarms are checked once it exists";
    return ok('stack', `${name} does not exist yet${part === 'service' ? later : ''}`);
  }
  const target = `--region ${region} --stack-name ${name}`;
  if (isFailedCreation(stack)) {
    return warning(
      'stack',
      `the first creation of ${name} failed; the next deployment deletes its remains and creates it again`,
      `Find out why it failed: aws cloudformation describe-stack-events ${target}`,
    );
  }
  const cure = cures[stack.status];
  if (cure !== undefined) return missing('stack', `${name} is in the state ${stack.status}`, cure(target));
  if (stack.status.endsWith('_IN_PROGRESS') && stack.status !== 'REVIEW_IN_PROGRESS') {
    return missing('stack', `${name} is in the state ${stack.status}`, 'Wait until the other deployment has ended.');
  }
  return ok('stack', `${name} is in the state ${stack.status}`);
};

/** Whether the stage's stacks can be deployed in their current states. */
export const stackState: Check = {
  name: 'stack',
  actions: ['cloudformation:DescribeStacks', 'cloudformation:ListStackResources'],
  look: ({ stacks }) => Promise.resolve(stacks.map(lookAt)),
};
