/** The account and region that everything in the local cloud belongs to. */
export const account = '000000000000';
export const region = 'us-east-1';

export const arn = (service: string, resource: string): string => `arn:aws:${service}:${region}:${account}:${resource}`;
export const tableArn = (name: string): string => arn('dynamodb', `table/${name}`);
export const queueArn = (name: string): string => arn('sqs', name);
export const keyArn = (keyId: string): string => arn('kms', `key/${keyId}`);
export const userPoolArn = (poolId: string): string => arn('cognito-idp', `userpool/${poolId}`);
export const functionArn = (name: string): string => arn('lambda', `function:${name}`);
