import { missing } from './item.ts';
import type { Check } from './subject.ts';

const name = 'key';

/** Whether the stage keeps its key: tokens and secrets that were sealed by one can't be opened by another. */
export const stageKey: Check = {
  name,
  actions: ['cloudformation:ListStackResources'],
  look: ({ stage: { keyArn }, stack }) => {
    if (stack === null || stack.ofType('AWS::DynamoDB::GlobalTable').length === 0) return Promise.resolve([]);
    const own = stack.physicalId('Key');
    if (keyArn !== undefined && own !== null) {
      const problem = `keyArn is set, but the stage has sealed its tokens and secrets with its own key ${own}`;
      return Promise.resolve([
        missing(name, problem, 'Remove keyArn in lib/stages.ts. It is for a new stage in another region.'),
      ]);
    }
    if (keyArn === undefined && own === null) {
      const problem =
        'keyArn is absent, but the stage has sealed its tokens and secrets with the key of another region';
      return Promise.resolve([
        missing(name, problem, `Set keyArn in lib/stages.ts to ${stack.output('KeyArn') ?? 'it'} again.`),
      ]);
    }
    return Promise.resolve([]);
  },
};
