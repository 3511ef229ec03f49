import { createHash } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { errorResponse, type Response } from './respond.ts';
import { notFound, ServiceError } from '../kernel/errors.ts';

const allow = 'GET, HEAD, OPTIONS';

const nothing = (statusCode: number, headers: Record<string, string>): Response => ({ statusCode, headers });

const wrongMethod = (requestId: string): Response => {
  const error = new ServiceError('method_not_allowed', `the method must be one of ${allow}`);
  const response = errorResponse(error, requestId);
  return { ...response, headers: { ...response.headers, allow } };
};

/** Answers with the OpenAPI description, which is public. API Gateway sends requests of unknown paths here as well. */
export const describing = (
  document: Readonly<Record<string, unknown>>,
  baseUrl: string,
  newRequestId: () => string,
): ((event: Pick<APIGatewayProxyEventV2, 'headers' | 'requestContext' | 'routeKey'>) => Response) => {
  const body = JSON.stringify({ ...document, servers: [{ url: baseUrl }] });
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
  const fixed = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'public, max-age=300',
    'x-content-type-options': 'nosniff',
    etag,
  };
  return ({ headers: asked, requestContext, routeKey }) => {
    const { method } = requestContext.http;
    const requestId = newRequestId();
    if (routeKey === '$default') return errorResponse(notFound('the path'), requestId);
    const headers = { ...fixed, 'x-request-id': requestId };
    if (method === 'OPTIONS') return nothing(204, { allow, 'x-request-id': requestId });
    if (method !== 'GET' && method !== 'HEAD') return wrongMethod(requestId);
    if (asked['if-none-match'] === etag) return nothing(304, headers);
    return method === 'HEAD' ? nothing(200, headers) : { statusCode: 200, headers, body };
  };
};
