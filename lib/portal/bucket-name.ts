import { Aws } from 'aws-cdk-lib/core';
import { edgeRegion } from '../address.ts';
import type { StageName } from '../stages.ts';

/** S3 appends the account and the region, so no other account can own the name. */
export const portalBucketPrefixOf = (stage: StageName): string => `swift-worker-${stage}-portal`;

/**
 * The bucket of the portal, which is in the stack of the edge.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/gpbucketnamespaces.html
 */
export const portalBucketNameOf = (stage: StageName): string =>
  `${portalBucketPrefixOf(stage)}-${Aws.ACCOUNT_ID}-${edgeRegion}-an`;
