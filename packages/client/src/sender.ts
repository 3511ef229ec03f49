import { outcomeOf, requestIdOf, type Success } from './answered.ts';
import { faultOf } from './fault.ts';
import { tell } from './hook.ts';
import {
  checkHeader,
  defaultCallTimeout,
  defaultTimeout,
  type Attempted,
  type ClientOptions,
  type SendOptions,
} from './options.ts';
import { later, unlessAborted, within } from './pause.ts';
import { ConnectionLost, Refusal } from './refusal.ts';
import { comesAgain, policyOf, waitAfter } from './retry.ts';
import { sentOnce } from './routes.ts';
import { version } from './version.ts';
import type { Wire } from './wire.ts';

type Outcome = Success | Refusal | ConnectionLost;

/** Browsers name themselves, and ask the service before each call that has a header of its own. */
const isBrowser = (): boolean => typeof navigator === 'object' && /^Mozilla[/]/.test(navigator.userAgent);

const requested = async (options: ClientOptions, wire: Wire, token: string, signal: AbortSignal): Promise<Success> => {
  const send = options.fetch ?? fetch;
  const client: Record<string, string> = isBrowser() ? {} : { 'user-agent': `swift-worker-js/${version}` };
  const response = await send(wire.url, {
    method: wire.method,
    headers: { ...client, ...wire.headers, apikey: options.apikey, authorization: `Bearer ${token}` },
    body: wire.body,
    // A redirected POST becomes a GET of another address, which may answer with anything.
    redirect: 'manual',
    signal,
  });
  return { response, text: await response.text() };
};

const attemptEvent = (
  attempt: number,
  { route, method, idempotencyKey }: Wire,
  came: Outcome,
  milliseconds: number,
): Attempted => {
  const error = came instanceof Error ? came : null;
  const answer = came instanceof Error ? (came instanceof Refusal ? came : came.answer) : came.response;
  const requestId = answer === null ? null : requestIdOf(answer.headers);
  return { route, method, idempotencyKey, attempt, milliseconds, status: answer?.status ?? null, requestId, error };
};

/** Sends a call, and repeats it by the retry policy, until its time has ended. */
export const sender = (options: ClientOptions): ((wire: Wire, own: SendOptions) => Promise<Success>) => {
  const { wait = later, random = Math.random, now = Date.now } = options;

  const request = (wire: Wire, token: string, signal: AbortSignal) => requested(options, wire, token, signal);

  const lost = (wire: Wire, error: unknown): ConnectionLost => {
    const { reason, said } = faultOf(error);
    return new ConnectionLost(`no answer from ${options.apiUrl}: ${said}`, wire, { reason, cause: error });
  };

  /** @param signal is aborted when the call has to end */
  const attempt = async (wire: Wire, own: SendOptions, signal: AbortSignal): Promise<Outcome> => {
    const { token: known } = options;
    const token = typeof known === 'string' ? known : await unlessAborted(Promise.resolve(known()), signal);
    checkHeader('token', token);
    own.signal?.throwIfAborted();
    try {
      const came = await within(own.timeout ?? options.timeout ?? defaultTimeout, signal, (limit) =>
        // A `fetch` of the program may ignore the signal.
        unlessAborted(request(wire, token, limit), limit),
      );
      return outcomeOf(came, wire, now());
    } catch (error) {
      own.signal?.throwIfAborted();
      return lost(wire, error);
    }
  };

  const told = async (count: number, ...call: Parameters<typeof attempt>): Promise<Outcome> => {
    const begun = now();
    const came = await attempt(...call);
    tell(options.onAttempt, attemptEvent(count, call[0], came, now() - begun));
    return came;
  };

  return (wire, own) => {
    const { route, idempotencyKey } = wire;
    const policy = policyOf(own.retry, options.retry);
    const callTimeout = own.callTimeout ?? options.callTimeout ?? defaultCallTimeout;
    const end = now() + callTimeout;
    const repeated = async (signal: AbortSignal): Promise<Success> => {
      for (let count = 1; ; count += 1) {
        const came = await told(count, wire, own, signal);
        if (!(came instanceof Error)) return came;
        if (!comesAgain(came, sentOnce.has(route))) throw came;
        const pause = waitAfter(policy, count, came instanceof Refusal ? came.retryAfter : null, random());
        if (pause === null || now() + pause >= end) throw came;
        tell(options.onRetry, { route, idempotencyKey, attempt: count, wait: pause, because: came });
        await unlessAborted(wait(pause, signal), signal);
      }
    };
    return within(callTimeout, own.signal, async (signal) => {
      try {
        return await repeated(signal);
      } catch (error) {
        // The time ended while the program got a token, or in a pause.
        throw error === signal.reason && own.signal?.aborted !== true ? lost(wire, error) : error;
      }
    });
  };
};
