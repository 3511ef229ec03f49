import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { CheckedAgent, DialledRequestOptions } from './checked-agent.ts';
import { DialError, type DialFailure } from './dial.ts';

export type ExchangeFailure = DialFailure | 'reset' | 'protocol';

export type Exchanged =
  | { readonly kind: 'response'; readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: Buffer }
  | {
      readonly kind: 'failed';
      readonly failure: ExchangeFailure;
      /** A reused connection broke before a response. */
      readonly isStale: boolean;
    };

export interface Message {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

/** One request and its response: at most 16 KiB of headers, by Node.js, and `bodyBytes` of the body. Redirects are not followed. */
export const exchange = (
  agent: CheckedAgent,
  url: URL,
  { method, headers, body }: Message,
  bodyBytes: number,
  signal: AbortSignal,
): Promise<Exchanged> => {
  const { promise, resolve } = Promise.withResolvers<Exchanged>();
  const options: DialledRequestOptions = {
    agent,
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port || (url.protocol === 'https:' ? 443 : 80)),
    path: url.pathname + url.search,
    method,
    headers: { ...headers, ...(body && { 'content-length': body.length }) },
    signal,
    dialSignal: signal,
  };
  const call = requestHttps(options);
  const fail = (failure: ExchangeFailure, isStale = false): void => {
    resolve({ kind: 'failed', failure, isStale });
    call.destroy();
  };
  let hasAnswered = false;
  call.on('response', (response) => {
    hasAnswered = true;
    readBody(response, bodyBytes).then(
      (read) => {
        resolve({ kind: 'response', status: response.statusCode ?? 0, headers: response.headers, body: read.bytes });
        if (!read.isWhole) call.destroy();
      },
      (error: unknown) => {
        fail(failureOf(error));
      },
    );
  });
  call.on('error', (error) => {
    const failure = failureOf(error);
    const isStale = failure === 'reset' && call.reusedSocket && !hasAnswered;
    if (isStale) agent.forgetIdle(options);
    fail(failure, isStale);
  });
  call.on('upgrade', () => {
    fail('protocol');
  });
  call.on('close', () => {
    // The last event: without it a caller could wait for ever.
    if (!hasAnswered) fail('protocol');
  });
  call.end(body);
  return promise;
};

interface BodyRead {
  readonly bytes: Buffer;
  readonly isWhole: boolean;
}

/** The body, or its first `limit` bytes as soon as they are received. */
const readBody = async (response: IncomingMessage, limit: number): Promise<BodyRead> => {
  const chunks: Buffer[] = [];
  let left = limit;
  // The connection of a complete response is reused, so the iterator must not destroy it.
  for await (const chunk of response.iterator({ destroyOnReturn: false })) {
    if (!Buffer.isBuffer(chunk)) continue;
    chunks.push(chunk.subarray(0, left));
    left -= chunk.length;
    if (left < 0) break;
  }
  return { bytes: Buffer.concat(chunks), isWhole: left >= 0 };
};

const failureOf = (error: unknown): ExchangeFailure => {
  if (error instanceof DialError) return error.kind;
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  if (code.startsWith('HPE_')) return 'protocol';
  // In TLS 1.3 a server may reject the handshake as late as at the first read.
  return /^ERR_(?:SSL|TLS)/.test(code) ? 'tls' : 'reset';
};
