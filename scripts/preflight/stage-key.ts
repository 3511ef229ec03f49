import { missing } from './item.ts';
import { isFailedCreation } from './stack-state.ts';
import type { Check } from './subject.ts';

const name = 'key';

/** Whether the stage keeps its key: tokens and secrets that were sealed by one can't be opened by another. */
export const stageKey: Check = {
  name,
  actions: ['cloudformation:ListStackResources'],
  look: ({ stage: { keyArn }, stack }) => {
    // Nothing was sealed by a stage whose first creation failed.
    if (stack === null || isFailedCreation(stack) || stack.ofType('AWS::DynamoDB::GlobalTable').length === 0)
      return Promise.resolve([]);
    const own = stack.physicalId('Key');
    const known = stack.output('KeyArn');
    if (keyArn !== undefined && own !== null) {
      const problem = `keyArn is set, but the stage has sealed its tokens and secrets with its own key ${own}`;
      return Promise.resolve([
        missing(name, problem, 'Remove keyArn in lib/stages.ts. It is for a new stage in another region.'),
      ]);
    }
    if (keyArn === undefined && own === null) {
      const problem =
        'keyArn is absent, but the stage has sealed its tokens and secrets with the key of another region';
      return Promise.resolve([missing(name, problem, `Set keyArn in lib/stages.ts to ${known ?? 'it'} again.`)]);
    }
    if (keyArn !== undefined && known !== null && keyArn !== known) {
      const problem = "keyArn is another key than the one that has sealed the stage's tokens and secrets";
      return Promise.resolve([missing(name, problem, `Set keyArn in lib/stages.ts to ${known} again.`)]);
    }
    return Promise.resolve([]);
  },
};
