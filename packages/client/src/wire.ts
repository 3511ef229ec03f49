/** A call as an HTTP request. */
import type { RouteName } from './routes.ts';

export interface Credentials {
  /** The publishable key of the stage. */
  readonly apikey: string;
  /** The partner's API key, or a member's token. A function is called before every attempt. */
  readonly token: string | (() => string | Promise<string>);
}

export interface Wire {
  readonly route: RouteName;
  /** Null for none. */
  readonly idempotencyKey: string | null;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

const isGiven = (entry: readonly [string, unknown]): boolean => entry[1] !== undefined && entry[1] !== null;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** A call before it has the form of a request. */
export interface Asked {
  readonly route: RouteName;
  readonly method: string;
  readonly parameters: object;
  /** Null for none. */
  readonly idempotencyKey: string | null;
  readonly partnerId: string | undefined;
}

/** The parameters of a GET are in the query, those of the other methods in the body. The partner is always in the query. */
export const wireOf = (apiUrl: string, { route, method, parameters, idempotencyKey, partnerId }: Asked): Wire => {
  const given: Readonly<Record<string, unknown>> = { route, ...parameters };
  const isQuery = method === 'GET';
  const url = new URL(apiUrl);
  const asked = Object.entries(isQuery ? given : {}).filter(isGiven);
  for (const [name, value] of asked) url.searchParams.set(name, textOf(value));
  // A command may name a partner itself: the one to leave.
  if (partnerId !== undefined && given['partner_id'] === undefined) url.searchParams.set('partner_id', partnerId);
  if (isQuery) return { route, idempotencyKey, method, url: url.href, headers: {}, body: null };
  const key: Record<string, string> = idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey };
  const headers = { ...key, 'content-type': 'application/json' };
  return { route, idempotencyKey, method, url: url.href, headers, body: JSON.stringify(given) };
};

export const objectOf = (value: unknown): Readonly<Record<string, unknown>> | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;

/** The JSON object in a body; null when the body is anything else. */
export const jsonOf = (text: string): Readonly<Record<string, unknown>> | null => {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    return null;
  }
};
