/** An endpoint for the service's events and the platform's callbacks, for any framework. */
import { tell } from './hook.ts';
import { bodyOfLambda, lineOf, type LambdaEvent } from './lambda-event.ts';
import { bodyOfNode, type NodeRequest, type NodeResponse } from './node-request.ts';
import { alreadyRead, NoRawBody, readAll } from './raw-body.ts';
import type { ReceivedEvent } from './schemas.ts';
import { requiredSecretParts } from './secret-part.ts';
import { seenInMemory, type SeenIds } from './seen-ids.ts';
import { keysOf } from './signing-key.ts';
import { challengeOf, NotVerified, verifyCallback, type CallbackOptions, type ReceivedHeaders } from './webhook.ts';
import { objectOf } from './wire.ts';

export { seenInMemory };
export type { Claim, SeenIds } from './seen-ids.ts';

/** The type of an event that has a callback of the platform in it. */
export const relayedCallback: string = 'service.platform.callback';

/** What a relayed callback is about; null where there is none. */
export interface CallbackSubject {
  readonly customer_id: string | null;
  readonly external_customer_id: string | null;
  readonly instance_id: string | null;
}

export interface ReceiverOptions extends CallbackOptions {
  readonly verifyToken: string;
  /** Processes an event. When it throws, the answer is 500, and the service sends the event again. */
  readonly onEvent: (event: ReceivedEvent) => unknown;
  /**
   * Processes a callback of the platform, which may come more than once. When it throws, it comes again.
   * @param subject null for a callback that the platform sent itself
   */
  readonly onCallback: (callback: unknown, subject: CallbackSubject | null) => unknown;
  /** Default: the newest 10,000 ids in the memory of this process. With several processes, use a database. */
  readonly seen?: SeenIds;
  /** For logs: what a handler or the store threw, or that the body was read before. What it throws is ignored. */
  readonly onError: (error: unknown) => unknown;
}

export interface LambdaAnswer {
  readonly statusCode: number;
  readonly headers: Record<string, string>;
  /** For a load balancer that sends lists, and so reads only lists. */
  readonly multiValueHeaders?: Record<string, string[]>;
  readonly body: string;
}

/** Each function answers all methods. None has to be bound. */
export interface Receiver {
  /** Hono, Next.js, Deno, Bun, Workers and others with the web's `Request`. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Node.js, Express, Fastify with `request.raw` and `reply.raw`. */
  readonly node: (request: NodeRequest, response: NodeResponse) => Promise<void>;
  /** AWS Lambda behind a function URL, an HTTP API, a REST API or an Application Load Balancer. */
  readonly lambda: (event: LambdaEvent) => Promise<LambdaAnswer>;
}

interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: ReceivedHeaders;
  readonly body: () => Uint8Array | Promise<Uint8Array>;
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** `allow` belongs to 405, and does no harm elsewhere. https://www.rfc-editor.org/rfc/rfc9110#section-10.2.1 */
const headers = { 'content-type': 'text/plain; charset=utf-8', allow: 'GET, POST' };
const multiValueHeaders = { 'content-type': [headers['content-type']], allow: [headers.allow] };
const done: Answer = { status: 200, text: '' };

const subjectOf = (value: unknown): CallbackSubject => {
  const given = objectOf(value);
  const text = (name: keyof CallbackSubject): string | null => {
    const one = given?.[name];
    return typeof one === 'string' ? one : null;
  };
  return {
    customer_id: text('customer_id'),
    external_customer_id: text('external_customer_id'),
    instance_id: text('instance_id'),
  };
};

const handle = (options: ReceiverOptions, event: ReceivedEvent): unknown => {
  if (event.type !== relayedCallback) return options.onEvent(event);
  const { data, subject } = { subject: null, ...event };
  return options.onCallback(objectOf(data)?.['callback'], subjectOf(subject));
};

const handleOnce = async (options: ReceiverOptions, seen: SeenIds, event: ReceivedEvent): Promise<Answer> => {
  const claim = await seen.claim(event.id);
  if (claim === 'done') return done;
  // The first one may still fail: the service has to send the event again to learn its end.
  if (claim === 'busy') return { status: 503, text: 'the event is being processed' };
  try {
    await handle(options, event);
  } catch (error) {
    await seen.release(event.id);
    throw error;
  }
  await seen.complete(event.id);
  return done;
};

const take = async (options: ReceiverOptions, seen: SeenIds, asked: Asked): Promise<Answer> => {
  const received = await verifyCallback({ headers: asked.headers, url: asked.url, body: await asked.body() }, options);
  if (received.from === 'service') return handleOnce(options, seen, received.event);
  await options.onCallback(received.callback, null);
  return done;
};

const shake = (url: string, verifyToken: string): Answer => {
  const challenge = challengeOf(url.slice(url.indexOf('?') + 1), verifyToken);
  return challenge === null ? { status: 403, text: '' } : { status: 200, text: challenge };
};

const failureOf = (error: unknown): Answer => {
  if (error instanceof NotVerified) return { status: 400, text: error.message };
  return error instanceof NoRawBody ? { status: error.status, text: error.message } : { status: 500, text: '' };
};

const check = ({ secret, webhookUrl, verifyToken }: ReceiverOptions): void => {
  if (keysOf(secret).length === 0) throw new TypeError('secret must have at least one secret');
  requiredSecretParts(webhookUrl);
  if (verifyToken === '') throw new TypeError('verifyToken must not be empty');
};

/** @throws TypeError when the secret is malformed, the address can be guessed, or the token is empty */
export const createReceiver = (options: ReceiverOptions): Receiver => {
  check(options);
  const { seen = seenInMemory() } = options;
  const answerTo = async (asked: Asked): Promise<Answer> => {
    if (asked.method === 'GET') return shake(asked.url, options.verifyToken);
    if (asked.method !== 'POST') return { status: 405, text: '' };
    try {
      return await take(options, seen, asked);
    } catch (error) {
      const answer = failureOf(error);
      if (answer.status === 500) tell(options.onError, error);
      return answer;
    }
  };
  return {
    fetch: async (request) => {
      const body = () => {
        if (request.bodyUsed) throw alreadyRead();
        return request.body === null ? new Uint8Array() : readAll(request.body);
      };
      const { status, text } = await answerTo({
        method: request.method,
        url: request.url,
        headers: request.headers,
        body,
      });
      return new Response(text, { status, headers });
    },
    node: async (request, response) => {
      const { method = '', url = '', originalUrl = url, headers: given } = request;
      const body = () => bodyOfNode(request);
      const { status, text } = await answerTo({ method, url: originalUrl, headers: given, body });
      response.writeHead(status, headers);
      response.end(text);
    },
    lambda: async (event) => {
      const body = () => bodyOfLambda(event);
      const given = event.headers ?? event.multiValueHeaders ?? {};
      const { status, text } = await answerTo({ ...lineOf(event), headers: given, body });
      const lists = event.headers ? {} : { multiValueHeaders };
      return { statusCode: status, headers, ...lists, body: text };
    },
  };
};
