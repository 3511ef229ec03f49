import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Answer } from '../../lambdas/connect/answer.ts';

/** A request of a browser to the hosted pages. */
export const eventOf = (
  method: string,
  path: string,
  query: Record<string, string> = {},
  cookies: readonly string[] = [],
  fields: Record<string, string> = {},
): APIGatewayProxyEventV2 => ({
  version: '2.0',
  routeKey: 'ANY /connect/{proxy+}',
  rawPath: path,
  rawQueryString: new URLSearchParams(query).toString(),
  ...(cookies.length > 0 && { cookies: [...cookies] }),
  headers: method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {},
  // The gateway encodes the bodies of forms.
  ...(method === 'POST' && { body: Buffer.from(new URLSearchParams(fields).toString()).toString('base64') }),
  requestContext: {
    accountId: '000000000000',
    apiId: 'test',
    domainName: 'localhost',
    domainPrefix: 'localhost',
    http: { method, path, protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: 'test' },
    requestId: 'test',
    routeKey: 'ANY /connect/{proxy+}',
    stage: '$default',
    time: '',
    timeEpoch: 0,
  },
  isBase64Encoded: method === 'POST',
});

/** What a page with forms left in the browser. */
export interface Proof {
  readonly cookie: string;
  readonly value: string;
}

export const proofOf = ({ cookies = [], body = '' }: Answer): Proof | null => {
  const cookie = cookies.find((one) => one.startsWith('__Host-connect-page='))?.split(';')[0];
  const value = /name="proof" value="([^"]+)"/.exec(body)?.[1];
  return cookie === undefined || value === undefined ? null : { cookie, value };
};
