import { CfnElement } from 'aws-cdk-lib/core';
import type { IConstruct } from 'constructs';

/**
 * Gives the construct's CloudFormation resource a logical id that moving the construct does not change: another id is
 * another resource, and the data of the old one stays behind or is deleted.
 */
export const pinLogicalId = (construct: IConstruct, logicalId: string): void => {
  const resource = construct.node.defaultChild;
  if (!(resource instanceof CfnElement)) throw new Error(`${construct.node.path} has no CloudFormation resource`);
  resource.overrideLogicalId(logicalId);
};
