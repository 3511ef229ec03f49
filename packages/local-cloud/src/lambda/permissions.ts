import { wildcard } from '../services/iam/wildcard.ts';
import { parseFunctionName } from './functions.ts';

/** A statement of a function's resource-based policy: it lets another service invoke the function. */
export interface Permission {
  /** A name or an ARN. The qualifier counts: an alias has a policy of its own. */
  readonly functionName: string;
  readonly principal: string;
  /** With wildcards; undefined: any source. */
  readonly sourceArn: string | undefined;
}

const qualified = (functionName: string): string => {
  const { name, qualifier } = parseFunctionName(functionName);
  return qualifier === undefined ? name : `${name}:${qualifier}`;
};

/**
 * Whether one of the permissions lets a service invoke a function.
 * https://docs.aws.amazon.com/lambda/latest/dg/access-control-resource-based.html
 */
export const permits = (
  permissions: readonly Permission[],
  principal: string,
  functionArn: string,
  source: string,
): boolean => {
  const wanted = qualified(functionArn);
  return permissions.some(
    ({ functionName, sourceArn, ...permission }) =>
      permission.principal === principal &&
      qualified(functionName) === wanted &&
      (sourceArn === undefined || wildcard(sourceArn)(source)),
  );
};
