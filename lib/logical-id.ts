import { CfnElement } from 'aws-cdk-lib/core';
import type { IConstruct } from 'constructs';

/**
 * Sets a logical id that does not depend on the construct's path. CloudFormation replaces a resource whose logical id
 * changes, with its data.
 */
export const pinLogicalId = (construct: IConstruct, logicalId: string): void => {
  const resource = construct.node.defaultChild;
  if (!(resource instanceof CfnElement)) throw new Error(`${construct.node.path} has no CloudFormation resource`);
  resource.overrideLogicalId(logicalId);
};
