import type { IncomingMessage, ServerResponse } from 'node:http';
import { BodyTooLarge, readBody, sendJson } from '@swift-worker/loopback/exchange.ts';
import type { AsynchronousQueue } from './asynchronous.ts';
import { requestLimit } from './environment.ts';
import { InvocationRefused, type LocalFunction } from './function.ts';
import { parseFunctionName, type Functions } from './functions.ts';
import type { FunctionLog } from './log.ts';

export interface InvokeEndpoint {
  readonly functions: Functions;
  readonly asynchronous: AsynchronousQueue;
  readonly log: FunctionLog;
}

const route = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/;

const refuse = (response: ServerResponse, status: number, errorType: string, message: string): void => {
  sendJson(response, status, { Type: 'User', Message: message, message }, { 'x-amzn-errortype': errorType });
};

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** The last 4 KB of the invocation's output. */
const logTail = (log: FunctionLog, requestId: string): string => {
  const lines = log.lines.filter((line) => line.requestId === requestId).map(({ text }) => `${text}\n`);
  return Buffer.from(lines.join('')).subarray(-4096).toString('base64');
};

const respond = async (
  { asynchronous, log }: InvokeEndpoint,
  lambda: LocalFunction,
  payload: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  switch (request.headers['x-amz-invocation-type'] ?? 'RequestResponse') {
    case 'DryRun':
      response.writeHead(204).end();
      return;
    case 'Event':
      asynchronous.enqueue(lambda, payload);
      response.writeHead(202).end();
      return;
    default: {
      const { requestId, functionError, payload: answer } = await lambda.invoke(payload);
      const wantsLog = request.headers['x-amz-log-type'] === 'Tail';
      response
        .writeHead(200, {
          'content-type': 'application/json',
          'x-amzn-requestid': requestId,
          'x-amz-executed-version': '$LATEST',
          ...(functionError === undefined ? {} : { 'x-amz-function-error': functionError }),
          ...(wantsLog ? { 'x-amz-log-result': logTail(log, requestId) } : {}),
        })
        .end(answer);
    }
  }
};

/**
 * Lambda's Invoke API. The permission is checked before. @returns whether the request was for this API
 * https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html
 */
export const answerInvoke = async (
  endpoint: InvokeEndpoint,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> => {
  const path = new URL(request.url ?? '/', 'http://localhost').pathname;
  const [, encoded] = route.exec(path) ?? [];
  if (request.method !== 'POST' || encoded === undefined) return false;
  const asked = decodeURIComponent(encoded);
  const lambda = endpoint.functions.find(asked);
  if (lambda === undefined) {
    refuse(response, 404, 'ResourceNotFoundException', `Function not found: ${parseFunctionName(asked).name}`);
    return true;
  }
  try {
    const body = (await readBody(request, requestLimit)).toString('utf8');
    const payload = body === '' ? '{}' : body;
    if (isJson(payload)) await respond(endpoint, lambda, payload, request, response);
    else refuse(response, 400, 'InvalidRequestContentException', 'Could not parse request body into json');
  } catch (error) {
    if (error instanceof InvocationRefused) refuse(response, error.status, error.name, error.message);
    else if (error instanceof BodyTooLarge) refuse(response, 413, 'RequestTooLargeException', error.message);
    else throw error;
  }
  return true;
};
