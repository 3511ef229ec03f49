import { ConnectionLost, Refusal } from './refusal.ts';
import { comesAgain, defaultPolicy, retryAfterOf, waitAfter, type RetryPolicy } from './retry.ts';
import { sentOnce, type RouteName } from './routes.ts';
import { jsonOf, type Credentials, type Wire } from './wire.ts';

export interface Retrying {
  readonly route: RouteName;
  /** Null for a query. */
  readonly idempotencyKey: string | null;
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
  /** It may end early when the signal of the call is aborted. */
  readonly wait?: (milliseconds: number, signal?: AbortSignal) => Promise<unknown>;
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

/** What a single call may have in place of the client's options. */
export interface SendOptions {
  readonly signal?: AbortSignal;
  /** Milliseconds until an attempt without an answer is given up. */
  readonly timeout?: number;
  readonly retry?: Partial<RetryPolicy>;
}

const later = (milliseconds: number, signal?: AbortSignal): Promise<unknown> =>
  new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener('abort', end);
  });

/** Rejects with the reason of the signal as soon as it is aborted. */
const unlessAborted = async (waiting: Promise<unknown>, signal: AbortSignal | undefined): Promise<void> => {
  if (signal === undefined) {
    await waiting;
    return;
  }
  const ended = new AbortController();
  const aborted = new Promise<void>((resolve) => {
    const end = (): void => {
      resolve();
    };
    signal.addEventListener('abort', end, { signal: ended.signal });
  });
  try {
    await Promise.race([waiting, aborted]);
  } finally {
    ended.abort();
  }
  signal.throwIfAborted();
};

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
export const sender = (options: ClientOptions): ((wire: Wire, own: SendOptions) => Promise<Success>) => {
  const { wait = later, random = Math.random, now = Date.now } = options;
  const send = options.fetch ?? fetch;

  const request = async (wire: Wire, token: string, { signal, timeout }: SendOptions): Promise<Success> => {
    const limit = AbortSignal.timeout(timeout ?? options.timeout ?? defaultTimeout);
    const response = await send(wire.url, {
      method: wire.method,
      headers: { ...wire.headers, apikey: options.apikey, authorization: `Bearer ${token}` },
      body: wire.body,
      // A redirected POST becomes a GET of another address, which may answer with anything.
      redirect: 'manual',
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
    });
    return { response, text: await response.text() };
  };

  const attempt = async (wire: Wire, own: SendOptions): Promise<Outcome> => {
    const { signal } = own;
    const token = typeof options.token === 'string' ? options.token : await options.token();
    signal?.throwIfAborted();
    try {
      const answer = await request(wire, token, own);
      if (!answer.response.ok) return refusalOf(answer, now());
      return jsonOf(answer.text)?.['ok'] === true
        ? answer
        : new ConnectionLost('the answer is not of the service', wire);
    } catch (error) {
      signal?.throwIfAborted();
      return new ConnectionLost(`no answer from ${options.apiUrl}`, wire, { cause: error });
    }
  };

  return async (wire, own) => {
    const { route, idempotencyKey } = wire;
    const policy = { ...defaultPolicy, ...options.retry, ...own.retry };
    for (let count = 1; ; count += 1) {
      const came = await attempt(wire, own);
      if (!(came instanceof Error)) return came;
      const refused = came instanceof Refusal ? came : null;
      if (!comesAgain(refused, sentOnce.has(route))) throw came;
      const pause = waitAfter(policy, count, refused?.retryAfter ?? null, random());
      if (pause === null) throw came;
      options.onRetry?.({ route, idempotencyKey, attempt: count, wait: pause, because: came });
      await unlessAborted(wait(pause, own.signal), own.signal);
    }
  };
};
