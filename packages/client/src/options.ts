import type { ConnectionLost, Refusal } from './refusal.ts';
import type { RetryPolicy } from './retry.ts';
import type { RouteName } from './routes.ts';
import type { Credentials } from './wire.ts';

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

/** An attempt of a call, for a log. It has no parameters, no body and no credential. */
export interface Attempted {
  readonly route: RouteName;
  readonly method: string;
  /** Null for a query. */
  readonly idempotencyKey: string | null;
  /** From 1. */
  readonly attempt: number;
  /** From the request to the end of the answer. */
  readonly milliseconds: number;
  /** Null without an answer. */
  readonly status: number | null;
  readonly requestId: string | null;
  /** Null when the attempt succeeded. */
  readonly error: Refusal | ConnectionLost | null;
}

export interface ClientOptions extends Credentials {
  /** The address of the stage: `https://…/functions/v1/swift-worker`. Plain http is for the loopback interface only. */
  readonly apiUrl: string;
  /** The partner of every call. Only a member of several partners has to name one. */
  readonly partnerId?: string;
  readonly retry?: Partial<RetryPolicy>;
  /** Milliseconds until an attempt without an answer is given up. Default: 35,000, since the service answers within 30 s. Infinity: never. */
  readonly timeout?: number;
  /**
   * Milliseconds until the whole call ends, with its attempts and its pauses. A pause that would end later is not begun: the call
   * fails with the error of its last attempt. Default: 90,000. Infinity: never.
   */
  readonly callTimeout?: number;
  /** Is called after every attempt that will be repeated. What it throws is ignored. */
  readonly onRetry?: (retrying: Retrying) => void;
  /** Is called after every attempt. What it throws is ignored. */
  readonly onAttempt?: (attempted: Attempted) => void;
  readonly fetch?: typeof fetch;
  /** It may end early when the signal of the call is aborted. */
  readonly wait?: (milliseconds: number, signal?: AbortSignal) => Promise<unknown>;
  readonly random?: () => number;
  readonly now?: () => number;
}

/** What a single call may have in place of the client's options. */
export interface SendOptions {
  readonly signal?: AbortSignal;
  /** Milliseconds until an attempt without an answer is given up. */
  readonly timeout?: number;
  /** Milliseconds until the whole call ends. */
  readonly callTimeout?: number;
  readonly retry?: Partial<RetryPolicy>;
  /** The partner of the call. */
  readonly partnerId?: string;
}

/** Longer than the service takes to answer. */
export const defaultTimeout = 35_000;
/** Two attempts that get no answer, and the pause between them. */
export const defaultCallTimeout = 90_000;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const isLoopback = (host: string): boolean => /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host);

/** @throws TypeError, which does not have the value: it may be a secret in the wrong place */
export const checkHeader = (name: string, value: unknown): void => {
  if (typeof value === 'string' && /^[\u0021-\u007e]+( +[\u0021-\u007e]+)*$/.test(value)) return;
  throw new TypeError(`${name} must be a text of visible ASCII characters, without a line break`);
};

/** @throws TypeError */
export const checkPartner = (partnerId: string | undefined): void => {
  if (partnerId !== undefined && !uuid.test(partnerId)) throw new TypeError('partnerId must be a UUID');
};

const urlOf = (apiUrl: unknown): URL => {
  try {
    return new URL(String(apiUrl));
  } catch {
    throw new TypeError('apiUrl must be a whole URL: https://…/functions/v1/swift-worker');
  }
};

/** Undefined, and null of a program without types, stand for the default. */
const checkNumber = (name: string, value: unknown, rule: string, isRight: (value: number) => boolean): void => {
  if (value === undefined || value === null || (typeof value === 'number' && isRight(value))) return;
  throw new TypeError(`${name} must be ${rule}`);
};

/** @throws TypeError that names the option */
export const checkPause = (name: string, value: unknown): void => {
  checkNumber(name, value, 'milliseconds, 0 or more', (given) => given >= 0 && given < Infinity);
};

/** @throws TypeError that names the option */
export const checkLimits = ({ timeout, callTimeout, retry }: SendOptions): void => {
  for (const [name, value] of Object.entries({ timeout, callTimeout }))
    checkNumber(name, value, 'milliseconds, more than 0', (given) => given > 0);
  checkNumber('retry.attempts', retry?.attempts, 'a whole number, 1 or more', (n) => Number.isSafeInteger(n) && n > 0);
  checkPause('retry.firstWait', retry?.firstWait);
  checkPause('retry.longestWait', retry?.longestWait);
};

/** @throws TypeError that names the option */
export const checkFunctions = (functions: Readonly<Record<string, unknown>>): void => {
  const [wrong] = Object.entries(functions).filter(([, one]) => one !== undefined && typeof one !== 'function');
  if (wrong !== undefined) throw new TypeError(`${wrong[0]} must be a function`);
};

/** @throws TypeError that names the option; it never has the value of a credential */
export const checkOptions = (options: ClientOptions): void => {
  const { apiUrl, apikey, token, partnerId, onRetry, onAttempt, fetch, wait, random, now } = options;
  const url = urlOf(apiUrl);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
    throw new TypeError('apiUrl must begin with https://: plain http shows the credentials to everybody on the way');
  }
  if (url.username !== '' || url.password !== '' || url.hash !== '') {
    throw new TypeError('apiUrl must have no user, no password and no fragment');
  }
  checkHeader('apikey', apikey);
  if (typeof token !== 'function') checkHeader('token', token);
  checkPartner(partnerId);
  checkLimits(options);
  checkFunctions({ onRetry, onAttempt, fetch, wait, random, now });
};
