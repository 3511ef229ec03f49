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

/**
 * The parameters of a GET are in the query, those of the other methods in the body.
 * @param idempotencyKey null for none
 */
export const wireOf = (
  apiUrl: string,
  route: RouteName,
  method: string,
  given: object,
  idempotencyKey: string | null,
): Wire => {
  const parameters: Readonly<Record<string, unknown>> = { route, ...given };
  if (method !== 'GET') {
    const key: Record<string, string> = idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey };
    const headers = { ...key, 'content-type': 'application/json' };
    return { route, idempotencyKey, method, url: apiUrl, headers, body: JSON.stringify(parameters) };
  }
  const url = new URL(apiUrl);
  for (const [name, value] of Object.entries(parameters).filter(isGiven)) url.searchParams.set(name, textOf(value));
  return { route, idempotencyKey, method, url: url.href, headers: {}, body: null };
};

/** The JSON object in a body; null when the body is anything else. */
export const jsonOf = (text: string): Readonly<Record<string, unknown>> | null => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
};
