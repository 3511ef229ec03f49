import { Agent as HttpAgent, request as requestHttp, type ClientRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { GraphQuery } from '../domain/graph-versions.ts';
import type { Milliseconds } from '../kernel/time.ts';

/** One call of the Graph API. */
export interface PlatformCall {
  readonly method: 'GET' | 'POST';
  /** The path after the version: `/{id}/phone_numbers`. */
  readonly path: string;
  readonly query?: GraphQuery;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly token?: string;
  /** `never` for a call that must not be repeated. It gets a new connection, because an idle one may be closed. */
  readonly retry: 'safe' | 'never';
}

export type PlatformAnswer =
  | {
      readonly kind: 'response';
      readonly status: number;
      /** `Facebook-API-Version`: the version that was served. */
      readonly version: string | undefined;
      /** `X-Business-Use-Case-Usage`. */
      readonly usage: string | undefined;
      /** `X-App-Usage`. */
      readonly appUsage: string | undefined;
      readonly body: string;
    }
  /** The call may have taken effect. */
  | { readonly kind: 'failed'; readonly failure: 'network' | 'timeout' | 'too_large' };

/**
 * Sends one call once. `limit` bounds the whole exchange. Failures of the exchange are results, not rejections.
 * @param ended aborted at the end of the invocation
 */
export type PlatformHttp = (call: PlatformCall, limit: Milliseconds, ended?: AbortSignal) => Promise<PlatformAnswer>;

/** A page of a few hundred templates is far smaller. */
const maxBytes = 8 * 1024 * 1024;

/** @param graphUrl with the version: `https://host/v26.0`; plain HTTP for the stage `local` */
export const createPlatformHttp = (graphUrl: string): PlatformHttp => {
  const isPlain = new URL(graphUrl).protocol === 'http:';
  const pool = { keepAlive: true, timeout: 20_000 };
  const agent = isPlain ? new HttpAgent(pool) : new HttpsAgent(pool);
  const send = isPlain ? requestHttp : requestHttps;
  return async (call, limit, ended) => {
    if (ended?.aborted === true) return { kind: 'failed', failure: 'timeout' };
    const url = new URL(graphUrl + call.path);
    for (const [name, value] of Object.entries(call.query ?? {})) url.searchParams.set(name, value);
    const body = call.body === undefined ? undefined : Buffer.from(JSON.stringify(call.body));
    const headers = {
      accept: 'application/json',
      ...(call.token !== undefined && { authorization: `Bearer ${call.token}` }),
      ...(body && { 'content-type': 'application/json', 'content-length': body.length }),
    };
    const signal = AbortSignal.any([AbortSignal.timeout(limit), ...(ended === undefined ? [] : [ended])]);
    const request = send(url, { agent: call.retry === 'safe' && agent, method: call.method, headers, signal });
    request.end(body);
    return answerOf(request, signal);
  };
};

const answerOf = async (request: ClientRequest, signal: AbortSignal): Promise<PlatformAnswer> => {
  try {
    const response = await responseOf(request);
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of response) {
      if (!Buffer.isBuffer(chunk)) continue;
      size += chunk.length;
      if (size > maxBytes) return { kind: 'failed', failure: 'too_large' };
      chunks.push(chunk);
    }
    return {
      kind: 'response',
      status: response.statusCode ?? 0,
      version: headerOf(response, 'facebook-api-version'),
      usage: headerOf(response, 'x-business-use-case-usage'),
      appUsage: headerOf(response, 'x-app-usage'),
      body: Buffer.concat(chunks).toString(),
    };
  } catch {
    return { kind: 'failed', failure: signal.aborted ? 'timeout' : 'network' };
  }
};

const headerOf = ({ headers }: IncomingMessage, name: string): string | undefined => {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
};

const responseOf = (request: ClientRequest): Promise<IncomingMessage> => {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  // The listener stays, because the connection may fail again after the response.
  request.once('response', resolve).on('error', reject);
  return promise;
};
