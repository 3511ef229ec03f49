/** The headers of answers. */
const text = (description: string, example: string, pattern?: string): object => ({
  description,
  schema: { type: 'string', ...(pattern === undefined ? {} : { pattern }) },
  example,
});

export const headers: Readonly<Record<string, object>> = {
  'x-request-id': {
    description: 'Id of the call. It is also in the history. Name it when you ask the operator about the call.',
    required: true,
    schema: { type: 'string', format: 'uuid' },
    example: '01980000-0000-7000-8000-0000000000ff',
  },
  'RateLimit-Policy': text(
    'The limit that the call counted against: its class, the burst `q` and the window `w` in seconds (draft-ietf-httpapi-ratelimit-headers).',
    '"commands";q=200;w=4',
    '^"[a-z_]+";q=\\d+;w=\\d+$',
  ),
  RateLimit: text(
    'What is left of the limit: `r` calls, and `t` seconds until there is one more.',
    '"commands";r=199;t=1',
    '^"[a-z_]+";r=\\d+;t=\\d+$',
  ),
  'Retry-After': {
    description: 'The seconds to wait before another attempt.',
    schema: { type: 'integer', minimum: 1 },
    example: 1,
  },
  'Idempotent-Replayed': text(
    '`true` when the answer is the stored response of an earlier call with the same `Idempotency-Key`.',
    'true',
    '^true$',
  ),
  'Content-Encoding': text(
    '`gzip` when the answer has 8 KiB or more and the call has `Accept-Encoding: gzip`.',
    'gzip',
    '^gzip$',
  ),
  'WWW-Authenticate': text('How to authenticate.', 'Bearer', '^Bearer$'),
};

export const headerRefs = (names: readonly string[]): Readonly<Record<string, { $ref: string }>> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
