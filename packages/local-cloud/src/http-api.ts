import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { accessLogLine } from './http-api/access-log.ts';
import { createAuthorizer, type MayInvoke } from './http-api/authorizer.ts';
import { corsHeaders, isCorsHeader, preflightHeaders, type CorsConfiguration } from './http-api/cors.ts';
import { createEvent, readRequest, type ApiIdentity, type ApiRequest } from './http-api/event.ts';
import { routeArn } from './http-api/execute-arn.ts';
import { errorReply, internalServerError, readReply, serviceUnavailable, type Reply } from './http-api/reply.ts';
import { createRouter, type MatchedRoute, type Route } from './http-api/routes.ts';
import { InvocationRefused, type Invocation } from './lambda/function.ts';
import type { Functions } from './lambda/functions.ts';
import { BodyTooLarge, readBody } from '@swift-worker/loopback/exchange.ts';

/** An `AWS::ApiGatewayV2::Api` with its routes, integrations and default stage. */
export interface HttpApi extends ApiIdentity {
  readonly cors: CorsConfiguration | undefined;
  readonly routes: readonly Route[];
  readonly mayInvoke: MayInvoke;
  /** With `$context` variables. */
  readonly accessLogFormat: string;
}

// https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html
const bodyLimit = 10 * 1024 * 1024;

const tooLarge = errorReply(413, 'Request Entity Too Large');
const badRequest = errorReply(400, 'Bad Request');
const notFound = errorReply(404, 'Not Found');

interface Integrated {
  readonly reply: Reply;
  readonly integrationRequestId: string | undefined;
  /** Why the route's authorizer did not let the request in. */
  readonly authorizerError: string | undefined;
}

const answeredByApi = (reply: Reply, authorizerError?: string): Integrated => ({
  reply,
  authorizerError,
  integrationRequestId: undefined,
});

const readInvocation = ({ requestId, functionError, payload }: Invocation): Integrated => ({
  reply: functionError === undefined ? readReply(payload) : internalServerError,
  integrationRequestId: requestId,
  authorizerError: undefined,
});

const refusedReply = (error: unknown): Reply => {
  if (!(error instanceof InvocationRefused)) throw error;
  if (error.name === 'RequestTooLargeException') return tooLarge;
  return error.name === 'TooManyRequestsException' ? serviceUnavailable : internalServerError;
};

/** @param logLine gets one line a request */
export const createHttpApi = (
  api: HttpApi,
  functions: Functions,
  logLine: (line: string) => void,
): ((request: IncomingMessage, response: ServerResponse) => Promise<void>) => {
  const match = createRouter(api.routes);
  const configured = new Set(api.routes.flatMap(({ authorizer }) => authorizer ?? []));
  const authorizers = new Map([...configured].map((one) => [one, createAuthorizer(api, one, functions)] as const));

  const integrate = async (request: ApiRequest, matched: MatchedRoute, body: Buffer): Promise<Integrated> => {
    const { functionArn, timeoutMilliseconds, authorizer } = matched.route;
    const verdict = authorizer && (await authorizers.get(authorizer)?.(request, matched));
    if (verdict !== undefined && 'refusal' in verdict) return answeredByApi(verdict.refusal, verdict.error);
    if (!api.mayInvoke(functionArn, routeArn(api.apiId, matched.route))) return answeredByApi(internalServerError);
    const event = JSON.stringify(createEvent(api, request, matched, body, verdict));
    const giveUp = new AbortController();
    // The function goes on. Only the API stops waiting for it.
    const late = wait(timeoutMilliseconds, answeredByApi(serviceUnavailable), { signal: giveUp.signal });
    late.catch(() => undefined);
    try {
      return await Promise.race([functions.get(functionArn).invoke(event).then(readInvocation), late]);
    } catch (error) {
      return answeredByApi(refusedReply(error));
    } finally {
      giveUp.abort();
    }
  };

  const serve = async (incoming: IncomingMessage, request: ApiRequest, matched: MatchedRoute | undefined) => {
    try {
      const body = await readBody(incoming, bodyLimit);
      if (request.method === 'OPTIONS' && api.cors !== undefined) {
        const headers = preflightHeaders(api.cors, request.headers['origin']);
        return answeredByApi({ status: 204, headers: textHeaders(headers), body: Buffer.alloc(0) });
      }
      return matched === undefined ? answeredByApi(notFound) : await integrate(request, matched, body);
    } catch (error) {
      if (error instanceof BodyTooLarge) return answeredByApi(tooLarge);
      throw error;
    }
  };

  const withCors = (reply: Reply, request: ApiRequest): Reply['headers'] => {
    if (api.cors === undefined || request.method === 'OPTIONS') return reply.headers;
    const kept = Object.entries(reply.headers).filter(([name]) => !isCorsHeader(name));
    return { ...Object.fromEntries(kept), ...textHeaders(corsHeaders(api.cors, request.headers['origin'])) };
  };

  return async (incoming, response) => {
    const requestId = randomUUID();
    const receivedAt = Date.now();
    const started = performance.now();
    const request = tryRead(incoming, requestId, receivedAt);
    if (request === undefined) {
      send(response, requestId, badRequest, badRequest.headers);
      return;
    }
    const matched = match(request.method, request.path);
    const { reply, ...how } = await serve(incoming, request, matched);
    send(response, requestId, reply, withCors(reply, request));
    const routeKey = matched?.route.routeKey;
    const milliseconds = performance.now() - started;
    logLine(accessLogLine(api.accessLogFormat, api, { request, routeKey, reply, ...how, milliseconds }));
  };
};

const tryRead = (incoming: IncomingMessage, requestId: string, receivedAt: number): ApiRequest | undefined => {
  try {
    return readRequest(incoming, requestId, receivedAt);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
};

const textHeaders = (headers: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

const hopByHop = new Set(['connection', 'content-length', 'keep-alive', 'transfer-encoding', 'upgrade']);

const send = (response: ServerResponse, requestId: string, reply: Reply, headers: Reply['headers']): void => {
  for (const [name, value] of Object.entries(headers)) {
    if (!hopByHop.has(name)) response.setHeader(name, value);
  }
  response.setHeader('apigw-requestid', requestId);
  if (reply.status !== 204) response.setHeader('content-length', reply.body.length);
  response.writeHead(reply.status).end(reply.body);
};
