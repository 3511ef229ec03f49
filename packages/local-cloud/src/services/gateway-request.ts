import type { IncomingMessage } from 'node:http';
import type { AwsRequest, ServiceName } from './aws-service.ts';
import { parseJsonObject } from './json-object.ts';
import { parseFunctionUrlPath } from './names.ts';
import { lambdaOperation } from './lambda-operation.ts';
import { bucketOperation } from './s3-request.ts';

export interface SignedRequest {
  readonly request: AwsRequest;
  /** Empty: the request is not signed. */
  readonly accessKeyId: string;
}

/** The service and operation of a request; undefined when it is not supported here. */
export const readRequest = async (incoming: IncomingMessage): Promise<SignedRequest | undefined> => {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  const body = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
  const headers: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(incoming.headers)) if (typeof value === 'string') headers[name] = value;
  const path = incoming.url ?? '/';
  const [prefix = '', action] = (headers['x-amz-target'] ?? '').split('.');
  const [, accessKeyId = '', scope = ''] = credential.exec(headers.authorization ?? '') ?? [];
  const method = incoming.method ?? 'GET';
  if (parseFunctionUrlPath(path) !== undefined) {
    return {
      request: { service: 'lambda', method, operation: 'InvokeFunctionUrl', input: {}, body, headers, path },
      accessKeyId,
    };
  }
  // Only Cognito has unsigned operations.
  const service = services.get(scope === '' && prefix === 'AWSCognitoIdentityProviderService' ? 'cognito-idp' : scope);
  if (service === undefined) return undefined;
  const operation = action ?? restOperation(service, method, path);
  const input = service === 'lambda' || service === 's3' ? {} : (parseJsonObject(body.toString()) ?? {});
  return { request: { service, method, operation, input, body, headers, path }, accessKeyId };
};

/** The services that are called by method and path have no header with the operation. */
const restOperation = (service: ServiceName, method: string, path: string): string => {
  if (service === 's3') return bucketOperation(method, path);
  // https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html
  if (service === 'ses') return `${method} ${path}` === 'POST /v2/email/outbound-emails' ? 'SendEmail' : 'Unknown';
  return service === 'lambda' ? lambdaOperation(method, path) : 'Unknown';
};

/** The signature's scope names the service. Only for functions' URLs is the signature itself verified, because the function gets the signer. */
const credential = /Credential=([^/\s]+)\/\d+\/[^/]+\/([^/]+)\/aws4_request/;

const services: ReadonlyMap<string, ServiceName> = new Map(
  (
    [
      'codedeploy',
      'dynamodb',
      'sqs',
      's3',
      'kms',
      'cognito-idp',
      'secretsmanager',
      'ses',
      'lambda',
      'logs',
      'monitoring',
    ] as const
  ).map((name) => [name, name]),
);
