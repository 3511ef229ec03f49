import type { IncomingHttpHeaders } from 'node:http';
import { createSecureContext, rootCertificates } from 'node:tls';
import type { Clock, Milliseconds } from '../kernel/time.ts';
import type { AddressPolicy } from '../domain/webhook/address-rules.ts';
import { callableUrl } from '../domain/webhook/url-rules.ts';
import { CheckedAgent } from './checked-agent.ts';
import type { Dialing } from './dial.ts';
import { exchange, type Exchanged, type ExchangeFailure } from './exchange.ts';
import type { Resolve } from './resolver.ts';

/** The client of addresses that partners control: public addresses only, no redirects, bounded time and size. */
export interface OutboundClient {
  /** Failures of the exchange are results, not rejections. */
  readonly send: (request: OutboundRequest) => Promise<OutboundResult>;
  /** Closes idle connections. */
  readonly close: () => void;
}

export type OutboundSender = Pick<OutboundClient, 'send'>;

export interface OutboundRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** A shorter limit than the client's, for this exchange. */
  readonly limit?: Milliseconds;
  /** Ends the exchange when it is aborted: at the end of the invocation. */
  readonly ended?: AbortSignal;
  /** How many bytes of the response to read; the client's limit when left out. */
  readonly bodyBytes?: number;
}

export type OutboundError = 'refused_url' | 'timeout' | ExchangeFailure;

export type OutboundResult =
  | {
      readonly kind: 'response';
      readonly status: number;
      readonly headers: IncomingHttpHeaders;
      /** At most its first bytes, by the limit. */
      readonly body: Buffer;
      readonly milliseconds: Milliseconds;
    }
  | { readonly kind: 'failed'; readonly error: OutboundError; readonly milliseconds: Milliseconds };

export interface OutboundLimits {
  /** The limit of the whole exchange: DNS, connection, TLS, headers and body. */
  readonly milliseconds: Milliseconds;
  /** The limit of a connection to one address, so that there is time for the next address. */
  readonly connectMilliseconds: Milliseconds;
  readonly bodyBytes: number;
}

export interface OutboundOptions {
  readonly resolve: Resolve;
  readonly clock: Clock;
  readonly policy: AddressPolicy;
  readonly limits: OutboundLimits;
  /** A further trusted certificate authority, as PEM, for the stage `local`. */
  readonly extraCa?: string | undefined;
}

export const outboundLimits: OutboundLimits = {
  milliseconds: 15_000,
  connectMilliseconds: 5_000,
  bodyBytes: 64 * 1024,
};

export const createOutboundClient = ({ resolve, clock, policy, limits, extraCa }: OutboundOptions): OutboundClient => {
  // Created once: parsing the roots takes longer than a handshake.
  const secureContext = extraCa === undefined ? undefined : createSecureContext({ ca: [...rootCertificates, extraCa] });
  const { connectMilliseconds } = limits;
  const agentOf = (security: Dialing['security']): CheckedAgent =>
    new CheckedAgent({ resolve, policy, security, secureContext, connectMilliseconds }, clock);
  const agents = { tls: agentOf('tls'), none: agentOf('none') };

  const attempt = async (url: URL, request: OutboundRequest): Promise<Exchanged | { failure: 'timeout' }> => {
    const deadline = new AbortController();
    const end = (): void => {
      deadline.abort();
    };
    const timer = setTimeout(end, Math.min(limits.milliseconds, request.limit ?? Infinity));
    request.ended?.addEventListener('abort', end);
    try {
      const once = (): Promise<Exchanged> =>
        exchange(
          agents[url.protocol === 'https:' ? 'tls' : 'none'],
          url,
          request,
          request.bodyBytes ?? limits.bodyBytes,
          deadline.signal,
        );
      const first = await once();
      // A stale connection is no failure of the endpoint. https://nodejs.org/api/http.html#requestreusedsocket
      const exchanged = first.kind === 'failed' && first.isStale ? await once() : first;
      return exchanged.kind === 'failed' && deadline.signal.aborted ? { failure: 'timeout' } : exchanged;
    } finally {
      clearTimeout(timer);
      request.ended?.removeEventListener('abort', end);
    }
  };

  const send = async (request: OutboundRequest): Promise<OutboundResult> => {
    const startedAt = clock();
    const spent = (): Milliseconds => Math.max(0, clock() - startedAt);
    const url = callableUrl(request.url, policy);
    if (url === null) return { kind: 'failed', error: 'refused_url', milliseconds: spent() };
    const result = await attempt(url, request);
    if ('failure' in result) return { kind: 'failed', error: result.failure, milliseconds: spent() };
    return { ...result, milliseconds: spent() };
  };

  return {
    send,
    close: () => {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
};
