import { RemovalPolicy } from 'aws-cdk-lib/core';
import type { StageConfig } from './stages.ts';

/**
 * The removal policy of the stage's data. A creation that is rolled back is deleted in any case:
 * docs/adr/0015-first-creation.md.
 */
export const removalPolicyOf = (stage: StageConfig): RemovalPolicy => {
  switch (stage.data.removal) {
    case 'retain':
      return RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE;
    case 'destroy':
      return RemovalPolicy.DESTROY;
  }
};
