/** The body of a request as it was sent. */
import { bytesOf, joined } from './bytes.ts';

/** In bytes. The platform's largest callback has 3 MB. https://developers.facebook.com/docs/graph-api/webhooks/getting-started */
const largest = 3 * 1024 * 1024;

/** The body can't be had. */
export class NoRawBody extends Error {
  override readonly name = 'NoRawBody';
  readonly status: 413 | 500;

  constructor(status: 413 | 500, message: string) {
    super(message);
    this.status = status;
  }
}

export const alreadyRead = (): NoRawBody =>
  new NoRawBody(
    500,
    'the body was read before: give the receiver its raw bytes. In Express, put the receiver before express.json(), or use express.raw({ type: "*/*" }); in Fastify, add a content type parser that leaves the body alone; elsewhere, give it the request before anything reads it',
  );

const checked = (length: number): void => {
  if (length > largest) throw new NoRawBody(413, `the body has more than ${largest} bytes`);
};

/** @throws NoRawBody */
export const fitting = (body: string | Uint8Array): Uint8Array => {
  const bytes = typeof body === 'string' ? bytesOf(body) : body;
  checked(bytes.length);
  return bytes;
};

/** Reads a stream no further than the limit. @throws NoRawBody */
export const readAll = async (chunks: AsyncIterable<unknown>): Promise<Uint8Array> => {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    const part = typeof chunk === 'string' ? bytesOf(chunk) : chunk;
    if (!(part instanceof Uint8Array)) throw alreadyRead();
    length += part.length;
    checked(length);
    parts.push(part);
  }
  return joined(parts);
};
