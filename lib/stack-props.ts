import type { StackProps } from 'aws-cdk-lib/core';
import { accountOf } from './account-of.ts';
import { edgeRegion } from './address.ts';
import type { StageConfig } from './stages.ts';

/** The properties of a stack of a stage. @param part the stack's suffix; empty for the service itself */
export const stackProps = (
  stage: StageConfig,
  part: '' | 'edge' | 'delivery' | 'copies' | 'replica',
  description: string,
  region = part === 'edge' ? edgeRegion : stage.region,
): StackProps => ({
  stackName: ['swift-worker', stage.name, part].filter((word) => word !== '').join('-'),
  description: `${description}, ${stage.name}`,
  // Explicit, because the global table needs the region for the key of its replica.
  env: { region, ...accountOf(stage) },
  // The other stacks have no data, and a failed creation of them has to be deletable.
  terminationProtection: part === '' && stage.data.deletionProtection,
  analyticsReporting: false,
  tags: { service: 'swift-worker', stage: stage.name },
});
