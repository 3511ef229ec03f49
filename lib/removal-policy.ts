import { RemovalPolicy } from 'aws-cdk-lib/core';
import type { StageConfig } from './stages.ts';

/** What CloudFormation does with a resource of the stage's data that leaves the template. */
export const removalPolicyOf = (stage: StageConfig): RemovalPolicy => {
  switch (stage.data.removal) {
    case 'retain':
      return RemovalPolicy.RETAIN;
    case 'destroy':
      return RemovalPolicy.DESTROY;
  }
};
