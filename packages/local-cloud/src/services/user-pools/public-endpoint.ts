import type { IncomingMessage, ServerResponse } from 'node:http';
import { BodyTooLarge, readBody, sendJson } from '@swift-worker/loopback/exchange.ts';
import { errorAnswer } from '../aws-errors.ts';
import { AwsError, jsonAnswer, type AwsAnswer } from '../aws-service.ts';
import { publicCognitoOperations } from '../iam/required-access.ts';
import { parseJsonObject } from '../json-object.ts';
import type { Operations } from './operation.ts';

const bodyLimit = 64 * 1024;
const target = /^AWSCognitoIdentityProviderService\.(\w+)$/;
/** https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-tokens-verifying-a-jwt.html */
const keySet = /^\/[\w-]+\/\.well-known\/jwks\.json$/;

/** The port requires no credentials, so it offers only what AWS offers to clients without credentials. */
const perform = async (operations: Operations, request: IncomingMessage): Promise<AwsAnswer> => {
  const [, operation = ''] = target.exec(String(request.headers['x-amz-target'])) ?? [];
  try {
    const body = (await readBody(request, bodyLimit)).toString('utf8');
    if (!publicCognitoOperations.has(operation)) throw new AwsError('AccessDeniedException', 'This needs credentials');
    const input = parseJsonObject(body);
    if (input === undefined) throw new AwsError('SerializationException', 'The body is no JSON object');
    return jsonAnswer(await operations(operation, input));
  } catch (error) {
    if (error instanceof AwsError) return errorAnswer('cognito-idp', error);
    if (!(error instanceof BodyTooLarge)) throw error;
    return errorAnswer('cognito-idp', new AwsError('SerializationException', 'The body is too large'));
  }
};

/** The keys of the pools, and the operations of their API that need no credentials. */
export const answerPublicly = async (
  operations: Operations,
  jwks: object,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const [path = ''] = (request.url ?? '').split('?');
  if (request.method === 'GET' && keySet.test(path)) {
    sendJson(response, 200, jwks);
  } else if (request.method === 'POST' && path === '/') {
    const { status, headers, body } = await perform(operations, request);
    response.writeHead(status, headers).end(body);
  } else {
    sendJson(response, 404, { message: 'Not found' });
  }
};
