import { createHmac } from 'node:crypto';
import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import { rootCertificates } from 'node:tls';
import { PlatformError } from './errors.ts';
import { digits } from './state.ts';

export interface Outbound {
  /** Makes the verification handshake. Rejects with the platform's error unless the endpoint answers 200 with the challenge. */
  readonly handshake: (uri: string, verifyToken: string) => Promise<void>;
  /** Posts a signed callback until it is answered with 200, at most five times within about four seconds. */
  readonly deliver: (url: string, body: string, appSecret: string) => Promise<Delivery>;
  readonly stop: () => void;
}

export interface Delivery {
  readonly delivered: boolean;
  /** The status of the last attempt; null without an answer. */
  readonly status: number | null;
  readonly attempts: number;
  /** What the last answer says, when its status is not 200. */
  readonly answer?: string;
}

interface Answer {
  readonly status: number;
  readonly reason: string;
  readonly body: string;
}

const TIME_LIMIT_MS = 10_000;
const BODY_LIMIT = 64 * 1024;
const REFUSAL_LIMIT = 300;
const DELIVERY_GAPS_MS = [100, 300, 1_000, 2_500];

interface Agents {
  readonly http: HttpAgent;
  readonly https: HttpsAgent;
}

type Send = (url: URL, method: string, headers: Record<string, string>, body?: string) => Promise<Answer>;

function sender({ http, https }: Agents, stopping: AbortSignal): Send {
  return (url, method, headers, body) => {
    const options = {
      method,
      headers: { 'user-agent': 'platform-simulator', ...headers },
      signal: AbortSignal.any([stopping, AbortSignal.timeout(TIME_LIMIT_MS)]),
    };
    return new Promise((resolve, reject) => {
      const request =
        url.protocol === 'https:'
          ? httpsRequest(url, { ...options, agent: https })
          : httpRequest(url, { ...options, agent: http });
      request.on('error', reject);
      request.on('response', (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          text += chunk;
          if (text.length > BODY_LIMIT) request.destroy(new Error('the answer is too long'));
        });
        response.on('error', reject);
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, reason: response.statusMessage ?? '', body: text });
        });
      });
      request.end(body);
    });
  };
}

/** The requests of the platform itself, to endpoints with a public certificate or one that `localCa` (PEM) signed. */
export function createOutbound(localCa: string | undefined): Outbound {
  const http = new HttpAgent({ keepAlive: true });
  const https = new HttpsAgent({
    keepAlive: true,
    ca: localCa === undefined ? [...rootCertificates] : [...rootCertificates, localCa],
  });
  const stopping = new AbortController();

  const send = sender({ http, https }, stopping.signal);

  return {
    async handshake(uri, verifyToken) {
      const challenge = digits(10);
      const url = urlOf(uri);
      url.searchParams.append('hub.mode', 'subscribe');
      url.searchParams.append('hub.challenge', challenge);
      url.searchParams.append('hub.verify_token', verifyToken);
      const answer = await send(url, 'GET', {}).catch((error: unknown) => {
        throw notVerified(error instanceof Error ? error.message : 'no answer');
      });
      if (answer.status !== 200) {
        throw notVerified(`HTTP Status Code = ${answer.status}; HTTP Message = ${answer.reason}`);
      }
      if (answer.body !== challenge) {
        throw new PlatformError(400, {
          code: 2201,
          message: `(#2201) response does not match challenge, expected value="${challenge}", received another one`,
        });
      }
    },
    async deliver(url, body, appSecret) {
      const headers = {
        'content-type': 'application/json',
        'x-hub-signature-256': `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`,
      };
      for (let attempt = 1; ; attempt += 1) {
        const last = await send(urlOf(url), 'POST', headers, body).catch(() => null);
        const delivered = last?.status === 200;
        const gap = DELIVERY_GAPS_MS[attempt - 1];
        if (delivered || gap === undefined || stopping.signal.aborted) {
          const refusal = delivered || !last?.body ? {} : { answer: last.body.slice(0, REFUSAL_LIMIT) };
          return { delivered, status: last?.status ?? null, attempts: attempt, ...refusal };
        }
        await wait(gap, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    },
    stop() {
      stopping.abort();
      http.destroy();
      https.destroy();
    },
  };
}

/** A plus in the path arrives as a space. https://github.com/chatwoot/chatwoot/issues/14738 */
function urlOf(uri: string): URL {
  const url = new URL(uri);
  url.pathname = url.pathname.replaceAll('+', '%20');
  return url;
}

// The codes of the webhook set-up are not among the platform's messaging errors.
function notVerified(reason: string): PlatformError {
  return new PlatformError(400, {
    code: 2200,
    message: `(#2200) Callback verification failed with the following errors: ${reason}`,
  });
}
