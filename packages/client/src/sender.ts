import { ConnectionLost, Refusal } from './refusal.ts';
import { defaultPolicy, isTransient, retryAfterOf, waitAfter, type RetryPolicy } from './retry.ts';
import type { RouteName } from './routes.ts';
import { jsonOf, type Credentials, type Wire } from './wire.ts';

export interface Retrying {
  readonly route: RouteName;
  /** The attempt that failed, from 1. */
  readonly attempt: number;
  /** Milliseconds until the next attempt. */
  readonly wait: number;
  /** The error of the attempt. */
  readonly because: Refusal | ConnectionLost;
}

export interface ClientOptions extends Credentials {
  /** The address of the stage: `https://…/functions/v1/swift-worker`. */
  readonly apiUrl: string;
  readonly retry?: Partial<RetryPolicy>;
  /** Milliseconds until an attempt without an answer is given up. Default: 35,000, since the service answers within 30 s. */
  readonly timeout?: number;
  /** Is called after every attempt that will be repeated. */
  readonly onRetry?: (retrying: Retrying) => void;
  readonly fetch?: typeof fetch;
  readonly wait?: (milliseconds: number) => Promise<unknown>;
  readonly random?: () => number;
  readonly now?: () => number;
}

/** Longer than the service takes to answer. */
export const defaultTimeout = 35_000;

interface Success {
  readonly response: Response;
  readonly text: string;
}

type Outcome = Success | Refusal | ConnectionLost;

const later = (milliseconds: number): Promise<unknown> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

const refusalOf = ({ response, text }: Success, now: number): Refusal => {
  const { code, message, details } = jsonOf(JSON.stringify(jsonOf(text)?.['error'] ?? {})) ?? {};
  return new Refusal(
    response.status,
    {
      code: typeof code === 'string' ? code : 'unknown',
      message: typeof message === 'string' ? message : `the service answered ${response.status}`,
      details,
    },
    {
      requestId: response.headers.get('x-request-id'),
      retryAfter: retryAfterOf(response.headers.get('retry-after'), now),
    },
  );
};

/** Sends a call, and repeats it by the retry policy. */
export const sender = (
  options: ClientOptions,
): ((route: RouteName, wire: Wire, signal: AbortSignal | undefined) => Promise<Success>) => {
  const policy = { ...defaultPolicy, ...options.retry };
  const { timeout = defaultTimeout, wait = later, random = Math.random, now = Date.now } = options;
  const send = options.fetch ?? fetch;

  const request = async (wire: Wire, token: string, signal: AbortSignal | undefined): Promise<Success> => {
    const limit = AbortSignal.timeout(timeout);
    const response = await send(wire.url, {
      method: wire.method,
      headers: { ...wire.headers, apikey: options.apikey, authorization: `Bearer ${token}` },
      body: wire.body,
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
    });
    return { response, text: await response.text() };
  };

  const attempt = async (wire: Wire, signal: AbortSignal | undefined): Promise<Outcome> => {
    const token = typeof options.token === 'string' ? options.token : await options.token();
    signal?.throwIfAborted();
    try {
      const answer = await request(wire, token, signal);
      if (!answer.response.ok) return refusalOf(answer, now());
      return jsonOf(answer.text) === null ? new ConnectionLost('the answer is not JSON') : answer;
    } catch (error) {
      signal?.throwIfAborted();
      return new ConnectionLost(`no answer from ${options.apiUrl}`, { cause: error });
    }
  };

  return async (route, wire, signal) => {
    for (let count = 1; ; count += 1) {
      const came = await attempt(wire, signal);
      if (!(came instanceof Error)) return came;
      if (came instanceof Refusal && !isTransient(came.status, came.code)) throw came;
      const pause = waitAfter(policy, count, came instanceof Refusal ? came.retryAfter : null, random());
      if (pause === null) throw came;
      options.onRetry?.({ route, attempt: count, wait: pause, because: came });
      await wait(pause);
    }
  };
};
