import type { IncomingHttpHeaders } from 'node:http';
import { createSecureContext, rootCertificates } from 'node:tls';
import type { Clock, Milliseconds } from '../domain/time.ts';
import type { AddressPolicy } from '../domain/webhook/address-rules.ts';
import { callableUrl } from '../domain/webhook/url-rules.ts';
import { CheckedAgent } from './checked-agent.ts';
import { exchange, type Exchanged, type ExchangeFailure } from './exchange.ts';
import type { Resolve } from './resolver.ts';

/** The one client for whatever a partner controls: only public addresses, no redirects, bounded in time and size. */
export interface OutboundClient {
  /** Never rejects for what the other side does. */
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
  /** For this exchange, when it has to be shorter than the client's own. */
  readonly limit?: Milliseconds;
}

export type OutboundError = 'refused_url' | 'timeout' | ExchangeFailure;

export type OutboundResult =
  | {
      readonly kind: 'response';
      readonly status: number;
      readonly headers: IncomingHttpHeaders;
      /** The first `bodyBytes` at most. */
      readonly body: Buffer;
      readonly milliseconds: Milliseconds;
    }
  | { readonly kind: 'failed'; readonly error: OutboundError; readonly milliseconds: Milliseconds };

export interface OutboundLimits {
  /** For the whole exchange: name, connection, TLS, headers and body. */
  readonly milliseconds: Milliseconds;
  /** For one address of a name, so that an address that does not answer leaves time for the next one. */
  readonly connectMilliseconds: Milliseconds;
  readonly bodyBytes: number;
}

export interface OutboundOptions {
  readonly resolve: Resolve;
  readonly clock: Clock;
  /** From the stage's configuration. */
  readonly policy: AddressPolicy;
  readonly limits: OutboundLimits;
  /** PEM of a certificate authority to trust beside the usual ones: the local stage's. */
  readonly extraCa?: string | undefined;
}

export const outboundLimits: OutboundLimits = {
  milliseconds: 15_000,
  connectMilliseconds: 5_000,
  bodyBytes: 64 * 1024,
};

export const createOutboundClient = ({ resolve, clock, policy, limits, extraCa }: OutboundOptions): OutboundClient => {
  // Made once: parsing the roots for each connection would cost more than the handshake.
  const secureContext = extraCa === undefined ? undefined : createSecureContext({ ca: [...rootCertificates, extraCa] });
  const { connectMilliseconds } = limits;
  const agent = new CheckedAgent({ resolve, policy, secureContext, connectMilliseconds }, clock);

  const attempt = async (url: URL, request: OutboundRequest): Promise<Exchanged | { failure: 'timeout' }> => {
    const deadline = new AbortController();
    const timer = setTimeout(
      () => {
        deadline.abort();
      },
      Math.min(limits.milliseconds, request.limit ?? Infinity),
    );
    try {
      const once = (): Promise<Exchanged> => exchange(agent, url, request, limits.bodyBytes, deadline.signal);
      const first = await once();
      // An idle connection that the other side closed meanwhile says nothing about the endpoint. https://nodejs.org/api/http.html#requestreusedsocket
      const exchanged = first.kind === 'failed' && first.isStale ? await once() : first;
      return exchanged.kind === 'failed' && deadline.signal.aborted ? { failure: 'timeout' } : exchanged;
    } finally {
      clearTimeout(timer);
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
      agent.destroy();
    },
  };
};
