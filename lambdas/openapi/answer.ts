import { createHash } from 'node:crypto';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

type Answer = APIGatewayProxyStructuredResultV2;

const allow = 'GET, HEAD, OPTIONS';

const nothing = (statusCode: number, headers: Readonly<Record<string, string>>): Answer => ({
  statusCode,
  headers: { ...headers },
});

/** Answers with the description of the service, which names the stage's own address. It holds nothing secret. */
export const describing = (
  document: Readonly<Record<string, unknown>>,
  baseUrl: string,
): ((event: Pick<APIGatewayProxyEventV2, 'headers' | 'requestContext'>) => Answer) => {
  const body = JSON.stringify({ ...document, servers: [{ url: baseUrl }] });
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'public, max-age=300',
    'x-content-type-options': 'nosniff',
    etag,
  };
  return ({ headers: asked, requestContext }) => {
    const { method } = requestContext.http;
    if (method === 'OPTIONS') return nothing(204, { allow });
    if (method !== 'GET' && method !== 'HEAD') return nothing(405, { allow });
    if (asked['if-none-match'] === etag) return nothing(304, headers);
    return method === 'HEAD' ? nothing(200, headers) : { statusCode: 200, headers, body };
  };
};
