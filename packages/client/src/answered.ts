/** What an answer is: the service's success, its refusal, or something of a gateway. */
import { ConnectionLost, Refusal, type ForeignAnswer } from './refusal.ts';
import { retryAfterOf } from './retry.ts';
import { jsonOf, objectOf, type Wire } from './wire.ts';

export interface Success {
  readonly response: Response;
  readonly text: string;
}

/** Of the service, API Gateway, CloudFront, Cloudflare and load balancers, in this order. */
const idHeaders = ['x-request-id', 'apigw-requestid', 'x-amzn-requestid', 'x-amz-cf-id', 'cf-ray', 'x-amzn-trace-id'];

export const requestIdOf = (headers: Headers): string | null =>
  idHeaders.map((name) => headers.get(name)).find((id) => id !== null) ?? null;

const longestExcerpt = 500;

const foreignOf = ({ response: { status, headers }, text }: Success): ForeignAnswer => ({
  status,
  headers,
  requestId: requestIdOf(headers),
  excerpt: text.slice(0, longestExcerpt),
});

const refusalOf = (came: Success, { idempotencyKey }: Wire, now: number): Refusal => {
  const { status, headers } = came.response;
  const { code, message, details } = objectOf(jsonOf(came.text)?.['error']) ?? {};
  const isForeign = typeof code !== 'string';
  return new Refusal(
    status,
    {
      code: isForeign ? 'unknown' : code,
      message: typeof message === 'string' ? message : `an answer ${status} that is not of the service`,
      details,
    },
    {
      requestId: requestIdOf(headers),
      retryAfter: retryAfterOf(headers.get('retry-after'), now),
      headers,
      excerpt: isForeign ? foreignOf(came).excerpt : null,
      idempotencyKey,
    },
  );
};

export const outcomeOf = (came: Success, wire: Wire, now: number): Success | Refusal | ConnectionLost => {
  if (!came.response.ok) return refusalOf(came, wire, now);
  if (jsonOf(came.text)?.['ok'] === true) return came;
  const { status } = came.response;
  return new ConnectionLost(`the answer ${status} is not of the service: it has no ok: true`, wire, {
    reason: 'malformed',
    answer: foreignOf(came),
  });
};
