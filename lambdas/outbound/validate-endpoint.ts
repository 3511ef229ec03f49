import { second, type Clock, type Milliseconds } from '../kernel/time.ts';
import { pingBody } from '../domain/webhook/ping.ts';
import { hubSignature, type SigningSecrets } from '../domain/webhook/signature.ts';
import type { OutboundError, OutboundResult, OutboundSender } from './client.ts';
import { failureReasons } from './failure-reasons.ts';
import { postSigned } from './signed-post.ts';

/** `callback` and `path` never make an endpoint invalid; `path` is there only as a warning. */
export const checkNames = ['challenge', 'wrong_token', 'ping', 'callback', 'path'] as const;

/** A check of an endpoint; `detail` is the reason of a failure, or the warning of a check that passed. */
export interface EndpointCheck {
  readonly name: (typeof checkNames)[number];
  readonly ok: boolean;
  readonly detail: string | null;
  /** The status of the answer; null when there was none, or nothing was asked. */
  readonly status: number | null;
  /** How long the exchange took; null when nothing was asked. */
  readonly duration_ms: number | null;
  /** Why there was no answer; null otherwise. */
  readonly error_code: OutboundError | null;
}

export interface ValidationDeps {
  /** The client of this invocation. */
  readonly outbound: OutboundSender;
  readonly clock: Clock;
  readonly newId: (now: number) => string;
  readonly randomBytes: (count: number) => Buffer;
  readonly environment: string;
}

export interface Candidate {
  readonly partnerId: string;
  readonly url: string;
  readonly verifyToken: string;
  readonly secrets: SigningSecrets;
  /** Of the call that asked for the checks. */
  readonly requestId: string;
}

type Answered = Pick<EndpointCheck, 'status' | 'duration_ms' | 'error_code'>;

const notAsked: Answered = { status: null, duration_ms: null, error_code: null };

const answeredWith = (result: OutboundResult): Answered => ({
  status: result.kind === 'response' ? result.status : null,
  duration_ms: Math.round(result.milliseconds),
  error_code: result.kind === 'failed' ? result.error : null,
});

const passed = (name: EndpointCheck['name'], result: OutboundResult): EndpointCheck => ({
  name,
  ok: true,
  detail: null,
  ...answeredWith(result),
});

/** @param result of the exchange; null when nothing was asked */
const failed = (name: EndpointCheck['name'], detail: string, result: OutboundResult | null): EndpointCheck => ({
  name,
  ok: false,
  detail,
  ...(result === null ? notAsked : answeredWith(result)),
});

const warned = (name: EndpointCheck['name'], detail: string, result: OutboundResult | null): EndpointCheck => ({
  ...failed(name, detail, result),
  ok: true,
});

/** The handshake of the platform: https://developers.facebook.com/docs/graph-api/webhooks/getting-started */
const askWith = (
  { outbound }: ValidationDeps,
  url: string,
  token: string,
  challenge: string,
): Promise<OutboundResult> => {
  const asked = new URL(url);
  asked.searchParams.append('hub.mode', 'subscribe');
  asked.searchParams.append('hub.challenge', challenge);
  asked.searchParams.append('hub.verify_token', token);
  return outbound.send({
    method: 'GET',
    url: asked.href,
    headers: { accept: '*/*', 'user-agent': 'swift-worker-webhooks/1.1' },
  });
};

const challengeCheck = (result: OutboundResult, challenge: string): EndpointCheck => {
  if (result.kind === 'failed') return failed('challenge', failureReasons[result.error], result);
  if (result.status !== 200) return failed('challenge', `it answered ${result.status} instead of 200`, result);
  return result.body.toString('utf8').trim() === challenge
    ? passed('challenge', result)
    : failed('challenge', 'its answer was not the value of hub.challenge', result);
};

/** An endpoint must not return the challenge when the token is wrong. */
const wrongTokenCheck = (result: OutboundResult, challenge: string): EndpointCheck =>
  result.kind === 'response' && result.body.toString('utf8').includes(challenge)
    ? failed('wrong_token', 'it gave the challenge back though hub.verify_token was wrong', result)
    : passed('wrong_token', result);

const isSuccess = (status: number): boolean => status >= 200 && status <= 299;

const pingCheck = (result: OutboundResult): EndpointCheck => {
  if (result.kind === 'failed') return failed('ping', failureReasons[result.error], result);
  return isSuccess(result.status)
    ? passed('ping', result)
    : failed('ping', `it answered ${result.status} to a signed service.ping instead of 2xx`, result);
};

/** A callback of the platform that tells nothing. */
const emptyCallback = JSON.stringify({ object: 'whatsapp_business_account', entry: [] });

/**
 * Sends a callback as the platform does: without `webhook-id`, and signed with a secret that partners don't have. A random one
 * will do, so that this function needs no secret of the app.
 */
const sendCallback = ({ outbound, randomBytes }: ValidationDeps, url: string, limit: Milliseconds) => {
  const body = Buffer.from(emptyCallback);
  return outbound.send({
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'swift-worker-webhooks/1.1',
      'x-hub-signature-256': hubSignature(randomBytes(32).toString('hex'), body),
    },
    body,
    limit,
  });
};

/** A warning: an endpoint may take events alone, and callbacks that are relayed come as events. */
const callbackCheck = (result: OutboundResult): EndpointCheck => {
  if (result.kind === 'failed') return warned('callback', failureReasons[result.error], result);
  return isSuccess(result.status)
    ? passed('callback', result)
    : warned('callback', `it answered ${result.status} to a callback as the platform sends it instead of 2xx`, result);
};

/** All exchanges together take no longer because of the callback. */
const timeForCallback = (spent: Milliseconds): Milliseconds => Math.min(5 * second, 15 * second - spent);

/**
 * The platform calls a `+` of the path as a space: https://github.com/chatwoot/chatwoot/issues/14738. It is no failure, because
 * events come to the URL as it is, and an endpoint may take both.
 */
const pathWarnings = (url: string): readonly EndpointCheck[] =>
  new URL(url).pathname.includes('+')
    ? [warned('path', 'the platform calls a + of the path as a space; use a path without it', null)]
    : [];

/** Checks an endpoint. The ping is sent only after a successful handshake, and a callback after a successful ping. */
export const validateEndpoint = async (
  deps: ValidationDeps,
  { partnerId, url, verifyToken, secrets, requestId }: Candidate,
): Promise<readonly EndpointCheck[]> => {
  const startedAt = deps.clock();
  const random = (): string => deps.randomBytes(24).toString('hex');
  const [challenge, otherChallenge] = [random(), random()];
  const [right, wrong] = await Promise.all([
    askWith(deps, url, verifyToken, challenge),
    askWith(deps, url, random(), otherChallenge),
  ]);
  const handshake = [challengeCheck(right, challenge), wrongTokenCheck(wrong, otherChallenge)];
  const warnings = pathWarnings(url);
  if (handshake.some(({ ok }) => !ok)) {
    return [...handshake, failed('ping', 'not tried, as the handshake failed', null), ...warnings];
  }
  const now = deps.clock();
  const id = deps.newId(now);
  const text = pingBody(id, partnerId, deps.environment, now);
  const ping = await postSigned(deps.outbound, { url, secrets }, { id, text, requestId }, now);
  const checks = [...handshake, pingCheck(ping)];
  const left = timeForCallback(deps.clock() - startedAt);
  if (!isValid(checks) || left <= 0) return [...checks, ...warnings];
  return [...checks, callbackCheck(await sendCallback(deps, url, left)), ...warnings];
};

export const isValid = (checks: readonly EndpointCheck[]): boolean => checks.every(({ ok }) => ok);
