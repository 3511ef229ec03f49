import { Aws } from 'aws-cdk-lib/core';
import type { DeployedStage, StageName } from '../stages.ts';

/** Of the managed login's domain. It must be unique in the region, so it contains the account id. */
export const signInPrefixOf = (stage: StageName): string => `swift-worker-${stage}-${Aws.ACCOUNT_ID}`;

/** The base URL of the managed login, without a slash at the end. The stacks of a stage derive it and share no reference. */
export const signInUrlOf = ({ name, region }: DeployedStage): string =>
  `https://${signInPrefixOf(name)}.auth.${region}.amazoncognito.com`;
