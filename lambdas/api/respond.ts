import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { ServiceError } from '../kernel/errors.ts';
import type { StoredResponse } from '../kernel/stored-response.ts';
import { methods } from './request.ts';

export type Response = APIGatewayProxyStructuredResultV2;

/** Responses contain customers' data. No cache may store them. */
const always = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
} as const;

export const respond = (
  answer: Pick<StoredResponse, 'status' | 'body'>,
  requestId: string,
  headers: Readonly<Record<string, string>> = {},
): Response => ({
  statusCode: answer.status,
  headers: { ...always, ...headers, 'x-request-id': requestId },
  body: answer.body,
});

const allow = [...methods, 'OPTIONS'].join(', ');

/** The response to OPTIONS. API Gateway answers preflight requests itself. */
export const optionsResponse = (requestId: string, headers: Readonly<Record<string, string>> = {}): Response => ({
  statusCode: 204,
  headers: { ...headers, allow, 'x-request-id': requestId },
});

/** In place of what the headers say of the call's class. https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-ratelimit-headers-11 */
const usedUp = ({ limit, retryAfter = 0 }: ServiceError): Readonly<Record<string, string>> =>
  limit === undefined
    ? {}
    : {
        'ratelimit-policy': `"${limit.name}";q=${limit.quota};w=${Math.ceil(limit.window / 1000)}`,
        ratelimit: `"${limit.name}";r=0;t=${retryAfter}`,
      };

const headersOf = (error: ServiceError): Readonly<Record<string, string>> => ({
  ...usedUp(error),
  ...(error.retryAfter !== undefined && { 'retry-after': String(error.retryAfter) }),
  ...(error.code === 'method_not_allowed' && { allow }),
  // https://www.rfc-editor.org/rfc/rfc9110#section-11.6.1
  ...(error.code === 'unauthenticated' && { 'www-authenticate': 'Bearer' }),
});

export const errorResponse = (
  error: ServiceError,
  requestId: string,
  headers: Readonly<Record<string, string>> = {},
): Response =>
  respond({ status: error.status, body: JSON.stringify(error.body) }, requestId, {
    ...headers,
    ...headersOf(error),
  });
