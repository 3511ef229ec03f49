import type { OutboundSender } from '../../lambdas/outbound/client.ts';
import type { Milliseconds } from '../../lambdas/kernel/time.ts';
import { logoAnswer } from '../harness/logo-answer.ts';

/** An event that an endpoint accepted. */
export interface ReceivedEvent {
  readonly id: string;
  readonly url: string;
  readonly text: string;
  readonly at: Milliseconds;
}

/** A partner's endpoint; the status that it answers with is null while it does not answer. */
interface Endpoint {
  readonly verifyToken: string;
  status: number | null;
}

/** The partners' webhook endpoints, which keep what they accept. */
export class Endpoints {
  readonly received: ReceivedEvent[] = [];
  /** The bodies of callbacks that the platform sent here itself. */
  readonly direct: string[] = [];
  /** Those that the service took. */
  readonly taken: string[] = [];
  readonly #endpoints = new Map<string, Endpoint>();
  readonly #now: () => Milliseconds;

  constructor(now: () => Milliseconds) {
    this.#now = now;
  }

  add(url: string, verifyToken: string): void {
    this.#endpoints.set(url, { verifyToken, status: 200 });
  }

  /** @param status null: it does not answer */
  setStatus(status: number | null): void {
    for (const endpoint of this.#endpoints.values()) endpoint.status = status;
  }

  /** @returns why it fails; null when it succeeds */
  handshake(url: string, verifyToken: string | null): string | null {
    const endpoint = this.#endpoints.get(url);
    if (endpoint === undefined) return 'there is no endpoint';
    if (endpoint.status !== 200) return `HTTP Status Code = ${endpoint.status}`;
    return endpoint.verifyToken === verifyToken ? null : 'HTTP Status Code = 403';
  }

  /** Takes a callback of the platform. @returns the status of the answer; null without one */
  take(url: string, body: string): number | null {
    const status = this.#endpoints.get(url)?.status ?? null;
    if (status === 200) this.direct.push(body);
    return status;
  }

  readonly send: OutboundSender['send'] = ({ method, url, headers, body: sent }) => {
    const logo = logoAnswer(url);
    if (logo !== null) return Promise.resolve(logo);
    const { origin, pathname, searchParams } = new URL(url);
    const endpoint = this.#endpoints.get(origin + pathname);
    if (endpoint === undefined) return Promise.resolve({ kind: 'failed', error: 'dns', milliseconds: 1 });
    if (endpoint.status === null) return Promise.resolve({ kind: 'failed', error: 'timeout', milliseconds: 15_000 });
    const challenge = searchParams.get('hub.challenge');
    const isRefused = method !== 'POST' && searchParams.get('hub.verify_token') !== endpoint.verifyToken;
    const status = isRefused ? 403 : endpoint.status;
    const { 'webhook-id': id } = headers;
    if (method === 'POST' && id !== undefined && status === 200) {
      this.received.push({ id, url: origin + pathname, text: String(sent), at: this.#now() });
    }
    const body = Buffer.from(isRefused ? '' : (challenge ?? ''));
    return Promise.resolve({ kind: 'response', status, headers: {}, body, milliseconds: 1 });
  };
}
