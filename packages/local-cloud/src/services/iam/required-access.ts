import type { AwsRequest } from '../aws-service.ts';
import { child, text, type JsonObject } from '../json-object.ts';
import {
  account,
  arn,
  deploymentGroupArn,
  functionArn,
  keyArn,
  parseFunctionUrlPath,
  queueArn,
  region,
  userPoolArn,
} from '../names.ts';
import { keyIdOf } from '../kms-ciphertext.ts';
import { bucketRequest } from '../s3-request.ts';
import { domainOf } from '../ses.ts';
import { secretArn } from '../secret-arn.ts';
import type { TableSchemas } from '../table-schema.ts';
import type { Context } from './conditions.ts';
import { dynamodbAccess } from './dynamodb-access.ts';
import type { Access } from './policy.ts';

/** The accesses that a request needs; undefined for an unknown operation, which is refused. */
export const requiredAccess = (request: AwsRequest, schemas: TableSchemas): readonly Access[] | undefined => {
  const { operation, input } = request;
  switch (request.service) {
    case 'codedeploy':
      return operation === 'PutLifecycleEventHookExecutionStatus'
        ? [access(`codedeploy:${operation}`, deploymentGroupArn(text(input, 'deploymentId') ?? ''))]
        : undefined;
    case 'dynamodb':
      return dynamodbAccess(operation, input, schemas);
    case 'sqs':
      return sqsAccess(operation, input);
    case 's3':
      return s3Access(request);
    case 'kms':
      return kmsAccess(operation, input);
    case 'cognito-idp':
      return cognitoAccess(operation, input);
    case 'secretsmanager':
      return secretOperations.has(operation)
        ? [access(`secretsmanager:${operation}`, secretArn(text(input, 'SecretId') ?? ''))]
        : undefined;
    case 'ses':
      return sesAccess(operation, input);
    case 'lambda':
      return lambdaAccess(request);
    // No function reads metrics or alarms.
    case 'monitoring':
      return undefined;
    // The runtime writes the logs. Calls of the logs service by a function are not checked.
    case 'logs':
      return [];
  }
};

/** The access that tells a missing object from one that may not be read. */
export const listingAccess = ({ path }: AwsRequest): Access =>
  access('s3:ListBucket', `arn:aws:s3:::${bucketRequest(path).bucket}`);

/** The context of every request. The SDK would use TLS for calls of AWS. */
export const globalContext = (roleArn: string): Context => ({
  'aws:principalarn': [roleArn],
  'aws:principalaccount': [account],
  'aws:requestedregion': [region],
  'aws:securetransport': ['true'],
});

const access = (action: string, resource: string, context: () => Context = () => ({})): Access => ({
  action,
  resource,
  context,
});

/** A batch needs the permission of the single call:
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-api-permissions-reference.html */
const sqsActions: ReadonlyMap<string, string> = new Map([
  ['SendMessageBatch', 'SendMessage'],
  ['DeleteMessageBatch', 'DeleteMessage'],
  ['ChangeMessageVisibilityBatch', 'ChangeMessageVisibility'],
  ...[
    ...['SendMessage', 'ReceiveMessage', 'DeleteMessage', 'ChangeMessageVisibility', 'GetQueueAttributes'],
    ...['SetQueueAttributes', 'GetQueueUrl', 'ListQueues', 'PurgeQueue', 'CreateQueue', 'DeleteQueue'],
    ...['ListQueueTags', 'TagQueue', 'UntagQueue'],
  ].map((action): [string, string] => [action, action]),
]);

const sqsAccess = (operation: string, input: JsonObject): readonly Access[] | undefined => {
  const action = sqsActions.get(operation);
  if (action === undefined) return undefined;
  const name = text(input, 'QueueName') ?? text(input, 'QueueUrl')?.split('/').at(-1) ?? '*';
  return [access(`sqs:${action}`, queueArn(name))];
};

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/using-with-s3-policy-actions.html */
const s3Access = ({ operation, path, headers }: AwsRequest): readonly Access[] | undefined => {
  const { bucket, key, query } = bucketRequest(path);
  const bucketArn = `arn:aws:s3:::${bucket}`;
  switch (operation) {
    case 'PutObject':
      return [
        access('s3:PutObject', `${bucketArn}/${key}`),
        // https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes.html
        ...(headers['if-match'] === undefined ? [] : [access('s3:GetObject', `${bucketArn}/${key}`)]),
      ];
    case 'GetObject':
      return [access('s3:GetObject', `${bucketArn}/${key}`)];
    case 'DeleteObject':
      return [access(query.has('versionId') ? 's3:DeleteObjectVersion' : 's3:DeleteObject', `${bucketArn}/${key}`)];
    case 'ListObjectsV2':
      return [access('s3:ListBucket', bucketArn)];
    case 'ListObjectVersions':
      return [access('s3:ListBucketVersions', bucketArn)];
    default:
      return undefined;
  }
};

const kmsOperations: ReadonlySet<string> = new Set(['Encrypt', 'Decrypt', 'GenerateDataKey', 'DescribeKey']);

const kmsAccess = (operation: string, input: JsonObject): readonly Access[] | undefined => {
  if (!kmsOperations.has(operation)) return undefined;
  const named = text(input, 'KeyId') ?? keyIdOf(Buffer.from(text(input, 'CiphertextBlob') ?? '', 'base64')) ?? '';
  const context = (): Context => {
    const pairs = Object.entries(child(input, 'EncryptionContext') ?? {});
    return {
      ...Object.fromEntries(
        pairs.map(([name, value]) => [`kms:encryptioncontext:${name.toLowerCase()}`, [String(value)]]),
      ),
      'kms:encryptioncontextkeys': pairs.map(([name]) => name),
      'kms:calleraccount': [account],
    };
  };
  return [access(`kms:${operation}`, named.startsWith('arn:') ? named : keyArn(named), context)];
};

/** The operations that AWS offers to clients without credentials need none here either. */
export const publicCognitoOperations: ReadonlySet<string> = new Set([
  'InitiateAuth',
  'RespondToAuthChallenge',
  'RevokeToken',
]);

const cognitoAccess = (operation: string, input: JsonObject): readonly Access[] | undefined => {
  if (publicCognitoOperations.has(operation)) return [];
  const poolId = text(input, 'UserPoolId');
  return poolId === undefined ? undefined : [access(`cognito-idp:${operation}`, userPoolArn(poolId))];
};

const secretOperations: ReadonlySet<string> = new Set(['GetSecretValue', 'DescribeSecret', 'PutSecretValue']);

/** The identity is the domain of the sender here. https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonsimpleemailservicev2.html */
const sesAccess = (operation: string, input: JsonObject): readonly Access[] | undefined => {
  if (operation !== 'SendEmail') return undefined;
  const from = text(input, 'FromEmailAddress') ?? '';
  return [access('ses:SendEmail', arn('ses', `identity/${domainOf(from)}`), () => ({ 'ses:fromaddress': [from] }))];
};

/** A call of a URL needs two actions: https://docs.aws.amazon.com/lambda/latest/dg/urls-auth.html */
const lambdaAccess = ({ operation, path }: AwsRequest): readonly Access[] | undefined => {
  switch (operation) {
    case 'Invoke':
      return [access('lambda:InvokeFunction', functionArn(functionNameOf(path)))];
    case 'InvokeFunctionUrl': {
      const resource = functionArn(parseFunctionUrlPath(path)?.functionName ?? '');
      return [
        access('lambda:InvokeFunctionUrl', resource, () => ({ 'lambda:functionurlauthtype': ['AWS_IAM'] })),
        access('lambda:InvokeFunction', resource, () => ({ 'lambda:invokedviafunctionurl': ['true'] })),
      ];
    }
    default:
      return undefined;
  }
};

/** A function is invoked by its name or ARN, with or without a qualifier, which is a part of what the permission names. */
const functionNameOf = (path: string): string => {
  const named = decodeURIComponent(/^\/2015-03-31\/functions\/([^/]+)\/invocations/.exec(path)?.[1] ?? '');
  return /(?:^|:function:)([A-Za-z0-9_-]+(?::[\w$-]+)?)$/.exec(named)?.[1] ?? named;
};
