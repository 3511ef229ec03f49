import type { StackProps } from 'aws-cdk-lib/core';
import { accountOf } from './account-of.ts';
import { regionOf, stackNameOf, type StagePart } from './stage-stacks.ts';
import type { StageConfig } from './stages.ts';

/** The properties of a stack of a stage. */
export const stackProps = (stage: StageConfig, part: StagePart, description: string): StackProps => ({
  stackName: stackNameOf(stage.name, part),
  description: `${description}, ${stage.name}`,
  // Explicit, because the global table needs the region for the key of its replica.
  env: { region: regionOf(stage, part), ...accountOf(stage) },
  // The other stacks have no data, and a failed creation of them has to be deletable.
  terminationProtection: part === 'service' && stage.data.deletionProtection,
  analyticsReporting: false,
  tags: { service: 'swift-worker', stage: stage.name },
});
