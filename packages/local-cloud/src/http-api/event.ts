import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { account } from '../services/names.ts';
import type { JsonObject } from '../template.ts';
import type { MatchedRoute } from './routes.ts';

/** A request to the API, read. */
export interface ApiRequest {
  readonly requestId: string;
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
  readonly method: string;
  /** Decoded. */
  readonly path: string;
  /** Still percent-encoded. */
  readonly queryString: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
  readonly sourceIp: string;
  readonly protocol: string;
}

/** Lower-cased, repeated ones joined by a comma; cookies apart. */
const readHeaders = (request: IncomingMessage): Pick<ApiRequest, 'headers' | 'cookies'> => {
  const headers: Record<string, string> = {};
  const cookies: string[] = [];
  for (const [name, values = []] of Object.entries(request.headersDistinct)) {
    if (name === 'cookie') cookies.push(...values.flatMap((value) => value.split(/; */)).filter(Boolean));
    else headers[name] = values.join(',');
  }
  return { headers, cookies };
};

/** @throws URIError when the path is not correctly encoded */
export const readRequest = (request: IncomingMessage, requestId: string, receivedAt: number): ApiRequest => {
  const [rawPath = '/', ...query] = (request.url ?? '/').split('?');
  const sourceIp = request.socket.remoteAddress ?? '127.0.0.1';
  const { headers, cookies } = readHeaders(request);
  const forwardedFor = headers['x-forwarded-for'];
  return {
    requestId,
    receivedAt,
    method: request.method ?? 'GET',
    path: decodeURIComponent(rawPath),
    queryString: query.join('?'),
    headers: {
      ...headers,
      'x-amzn-trace-id': headers['x-amzn-trace-id'] ?? traceId(requestId, receivedAt),
      'x-forwarded-for': forwardedFor === undefined ? sourceIp : `${forwardedFor}, ${sourceIp}`,
      'x-forwarded-port': String(request.socket.localPort ?? 80),
      'x-forwarded-proto': 'http',
    },
    cookies,
    sourceIp,
    protocol: `HTTP/${request.httpVersion}`,
  };
};

const traceId = (requestId: string, receivedAt: number): string =>
  `Root=1-${Math.floor(receivedAt / 1000).toString(16)}-${requestId.replaceAll('-', '').slice(0, 24)}`;

export const queryParameters = (queryString: string): Record<string, string> | undefined => {
  if (queryString === '') return undefined;
  const parameters = new URLSearchParams(queryString);
  const names = [...new Set(parameters.keys())];
  return Object.fromEntries(names.map((name) => [name, parameters.getAll(name).join(',')]));
};

// Which types count as text was measured on AWS: https://github.com/ministackorg/ministack/pull/766
const isText = ({ 'content-type': contentType = '', 'content-encoding': encoding }: ApiRequest['headers']): boolean =>
  (encoding === undefined || encoding === 'identity') &&
  /^\s*(text\/[^;]+|application\/(json|xml|javascript))\s*(;|$)/i.test(contentType);

/** Bytes that are no UTF-8 can't be text of an event without becoming others. */
export const isSentInBase64 = (body: Buffer, headers: ApiRequest['headers']): boolean =>
  body.length > 0 && (!isText(headers) || !isUtf8(body));

const pad = (value: number): string => String(value).padStart(2, '0');
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `12/Mar/2026:19:03:58 +0000` */
export const requestTime = (milliseconds: number): string => {
  const at = new Date(milliseconds);
  const day = `${pad(at.getUTCDate())}/${months[at.getUTCMonth()] ?? ''}/${at.getUTCFullYear()}`;
  return `${day}:${pad(at.getUTCHours())}:${pad(at.getUTCMinutes())}:${pad(at.getUTCSeconds())} +0000`;
};

export interface ApiIdentity {
  readonly apiId: string;
  /** The host and port of the API. */
  readonly domainName: string;
}

/** What the events of integrations and of authorizers have in common. */
export const describeRequest = (
  { apiId, domainName }: ApiIdentity,
  request: ApiRequest,
  { route, pathParameters }: MatchedRoute,
): Readonly<Record<string, unknown>> & { readonly requestContext: object } => {
  const query = queryParameters(request.queryString);
  return {
    routeKey: route.routeKey,
    rawPath: request.path,
    rawQueryString: request.queryString,
    ...(request.cookies.length === 0 ? {} : { cookies: request.cookies }),
    headers: request.headers,
    ...(query === undefined ? {} : { queryStringParameters: query }),
    requestContext: {
      accountId: account,
      apiId,
      domainName,
      domainPrefix: apiId,
      http: {
        method: request.method,
        path: request.path,
        protocol: request.protocol,
        sourceIp: request.sourceIp,
        userAgent: request.headers['user-agent'] ?? '',
      },
      requestId: request.requestId,
      routeKey: route.routeKey,
      stage: '$default',
      time: requestTime(request.receivedAt),
      timeEpoch: request.receivedAt,
    },
    ...(Object.keys(pathParameters).length === 0 ? {} : { pathParameters }),
  };
};

/**
 * The event of payload format 2.0.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 * @param authorized what the route's authorizer said; undefined without one
 */
export const createEvent = (
  identity: ApiIdentity,
  request: ApiRequest,
  matched: MatchedRoute,
  body: Buffer,
  authorized?: { readonly context: JsonObject | null },
): object => {
  const base64 = isSentInBase64(body, request.headers);
  const { requestContext, ...described } = describeRequest(identity, request, matched);
  return {
    version: '2.0',
    ...described,
    requestContext:
      authorized === undefined ? requestContext : { ...requestContext, authorizer: { lambda: authorized.context } },
    ...(body.length === 0 ? {} : { body: body.toString(base64 ? 'base64' : 'utf8') }),
    isBase64Encoded: base64,
  };
};
