import { request as httpRequest } from 'node:http';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { dispatch, type Dispatcher } from '../../lambdas/api/dispatch.ts';
import type { Response } from '../../lambdas/api/respond.ts';
import { describing } from '../../lambdas/api/openapi-answer.ts';
import { createHttpApi } from '@swift-worker/local-cloud/http-api.ts';
import { requestLimit } from '@swift-worker/local-cloud/lambda/environment.ts';
import { InvocationRefused, type LocalFunction } from '@swift-worker/local-cloud/lambda/function.ts';
import { createFunctions } from '@swift-worker/local-cloud/lambda/functions.ts';
import { startLoopbackServer } from '@swift-worker/loopback/server.ts';

export const servicePath = '/functions/v1/swift-worker';

export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** The service behind the local HTTP API, with the routes of the stack. */
export interface Gateway {
  readonly send: (request: WireRequest) => Promise<WireAnswer>;
  readonly stop: () => Promise<void>;
}

type Handler = (event: APIGatewayProxyEventV2) => Promise<Response> | Response;

const inProcess = (name: string, arn: string, handler: Handler): LocalFunction => ({
  configuration: {
    name,
    arn,
    roleArn: arn,
    handler: 'index.handler',
    taskRoot: '/',
    variables: {},
    timeoutSeconds: 30,
    memoryMegabytes: 128,
    reservedConcurrency: undefined,
  },
  other: undefined,
  weight: 0,
  reservation: undefined,
  reserve: () => undefined,
  count: () => 0,
  iteratorAge: () => undefined,
  shift: () => undefined,
  running: [],
  invoke: async (payload) => {
    if (Buffer.byteLength(payload) > requestLimit) throw new InvocationRefused('RequestTooLargeException', 'too large');
    const event = JSON.parse(payload) as APIGatewayProxyEventV2;
    const answer = await handler(event);
    return { requestId: name, payload: JSON.stringify(answer), functionError: undefined };
  },
  kill: () => Promise.resolve(0),
  recycle: () => Promise.resolve(),
  stop: () => Promise.resolve(),
});

const sendTo =
  (port: number): Gateway['send'] =>
  ({ method, path, headers, body }) =>
    new Promise((resolve, reject) => {
      const length = body.length === 0 ? {} : { 'content-length': String(body.length) };
      const outgoing = httpRequest({ port, host: '127.0.0.1', method, path, headers: { ...headers, ...length } });
      outgoing.on('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString('utf8'),
          });
        });
      });
      outgoing.on('error', reject).end(body);
    });

const arnOf = (name: string): string => `arn:aws:lambda:us-east-1:000000000000:function:${name}`;
const timeoutMilliseconds = 30_000;

export const openGateway = async (dispatcher: Dispatcher): Promise<Gateway> => {
  const functions = createFunctions();
  const describe = describing({ openapi: '3.1.1' }, 'http://127.0.0.1', () =>
    dispatcher.deps.newId(dispatcher.clock()),
  );
  functions.add(inProcess('dispatcher', arnOf('dispatcher'), (event) => dispatch(dispatcher, event)));
  functions.add(inProcess('openapi', arnOf('openapi'), describe));
  const cors = {
    AllowOrigins: ['https://portal.example'],
    AllowMethods: ['GET', 'POST', 'PATCH', 'DELETE', 'OPTIONS'],
    AllowHeaders: ['apikey', 'authorization', 'content-type', 'idempotency-key'],
    ExposeHeaders: ['x-request-id'],
    MaxAge: 600,
    AllowCredentials: false,
  };
  const handle = createHttpApi(
    {
      apiId: 'api',
      domainName: '127.0.0.1',
      cors,
      accessLogFormat: '$context.status',
      mayInvoke: () => true,
      routes: [
        { routeKey: `ANY ${servicePath}`, functionArn: arnOf('dispatcher'), timeoutMilliseconds },
        { routeKey: `ANY ${servicePath}/openapi.json`, functionArn: arnOf('openapi'), timeoutMilliseconds },
        { routeKey: '$default', functionArn: arnOf('openapi'), timeoutMilliseconds },
      ],
    },
    functions,
    () => undefined,
  );
  const server = await startLoopbackServer({ port: 0, handle, log: () => undefined });
  return { send: sendTo(server.port), stop: server.stop };
};
