import { outcomeOf, requestIdOf, type Success } from './answered.ts';
import { faultOf } from './fault.ts';
import { checkHeader, defaultTimeout, type ClientOptions, type SendOptions } from './options.ts';
import { later, unlessAborted, within } from './pause.ts';
import { ConnectionLost, Refusal } from './refusal.ts';
import { comesAgain, defaultPolicy, waitAfter } from './retry.ts';
import { sentOnce } from './routes.ts';
import { version } from './version.ts';
import type { Wire } from './wire.ts';

type Outcome = Success | Refusal | ConnectionLost;

/** Browsers name themselves, and ask the service before each call that has a header of its own. */
const isBrowser = (): boolean => typeof navigator === 'object' && /^Mozilla[/]/.test(navigator.userAgent);

/** Sends a call, and repeats it by the retry policy. */
export const sender = (options: ClientOptions): ((wire: Wire, own: SendOptions) => Promise<Success>) => {
  const { wait = later, random = Math.random, now = Date.now } = options;
  const send = options.fetch ?? fetch;
  const client: Record<string, string> = isBrowser() ? {} : { 'user-agent': `swift-worker-js/${version}` };

  const request = (wire: Wire, token: string, { signal, timeout }: SendOptions): Promise<Success> =>
    within(timeout ?? options.timeout ?? defaultTimeout, signal, async (limit) => {
      const response = await send(wire.url, {
        method: wire.method,
        headers: { ...client, ...wire.headers, apikey: options.apikey, authorization: `Bearer ${token}` },
        body: wire.body,
        // A redirected POST becomes a GET of another address, which may answer with anything.
        redirect: 'manual',
        signal: limit,
      });
      return { response, text: await response.text() };
    });

  const attempt = async (wire: Wire, own: SendOptions): Promise<Outcome> => {
    const { signal } = own;
    const token = typeof options.token === 'string' ? options.token : await options.token();
    checkHeader('token', token);
    signal?.throwIfAborted();
    try {
      return outcomeOf(await request(wire, token, own), wire, now());
    } catch (error) {
      signal?.throwIfAborted();
      const { reason, said } = faultOf(error);
      return new ConnectionLost(`no answer from ${options.apiUrl}: ${said}`, wire, { reason, cause: error });
    }
  };

  const told = async (wire: Wire, own: SendOptions, count: number): Promise<Outcome> => {
    const begun = now();
    const came = await attempt(wire, own);
    const { route, method, idempotencyKey } = wire;
    const error = came instanceof Error ? came : null;
    const answer = came instanceof Error ? (came instanceof Refusal ? came : came.answer) : came.response;
    options.onAttempt?.({
      route,
      method,
      idempotencyKey,
      attempt: count,
      milliseconds: now() - begun,
      status: answer?.status ?? null,
      requestId: answer === null ? null : requestIdOf(answer.headers),
      error,
    });
    return came;
  };

  return async (wire, own) => {
    const { route, idempotencyKey } = wire;
    const policy = { ...defaultPolicy, ...options.retry, ...own.retry };
    for (let count = 1; ; count += 1) {
      const came = await told(wire, own, count);
      if (!(came instanceof Error)) return came;
      if (!comesAgain(came, sentOnce.has(route))) throw came;
      const pause = waitAfter(policy, count, came instanceof Refusal ? came.retryAfter : null, random());
      if (pause === null) throw came;
      options.onRetry?.({ route, idempotencyKey, attempt: count, wait: pause, because: came });
      await unlessAborted(wait(pause, own.signal), own.signal);
    }
  };
};
