/** The account and region of all resources of the local cloud. */
export const account = '000000000000';
export const region = 'us-east-1';

export const arn = (service: string, resource: string): string => `arn:aws:${service}:${region}:${account}:${resource}`;
export const tableArn = (name: string): string => arn('dynamodb', `table/${name}`);
export const queueArn = (name: string): string => arn('sqs', name);
export const keyArn = (keyId: string): string => arn('kms', `key/${keyId}`);
export const userPoolArn = (poolId: string): string => arn('cognito-idp', `userpool/${poolId}`);
export const functionArn = (name: string): string => arn('lambda', `function:${name}`);

/** Here the id of a deployment is the name of its group, `application/group`. */
export const deploymentGroupArn = (deploymentId: string): string =>
  arn('codedeploy', `deploymentgroup:${deploymentId}`);

/** The path of a function's URL, below the endpoint of the services. */
export const functionUrlPath = (name: string): string => `/function-urls/${name}/`;
const functionUrl = /^\/function-urls\/([^/?]+)(\/[^?]*)?(?:\?(.*))?$/;

/** The parts of a path below a function's URL, with its query; undefined for other paths. */
export const parseFunctionUrlPath = (
  path: string,
): { readonly functionName: string; readonly path: string; readonly query: string } | undefined => {
  const [, functionName, below = '/', query = ''] = functionUrl.exec(path) ?? [];
  return functionName === undefined ? undefined : { functionName, path: below, query };
};
