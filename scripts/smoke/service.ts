import { z } from 'zod';
import { createClient, type Client } from '../../packages/client/src/client.ts';
import { Refusal } from '../../packages/client/src/refusal.ts';

export interface Access {
  readonly apiUrl: string;
  /** The publishable key of the stage. */
  readonly apikey: string;
  /** A partner's API key with every scope. */
  readonly key: string;
}

interface RawCall {
  readonly method: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The service, for the steps. */
export interface Service {
  readonly access: Access;
  readonly client: Client;
  /** Sends a wrong call, which the typed client does not allow. @throws Refusal with the error of the answer */
  readonly raw: (call: RawCall) => Promise<unknown>;
  /** The description of the interface. */
  readonly description: () => Promise<unknown>;
}

const envelope = z.object({
  error: z.object({ code: z.string(), message: z.string(), details: z.unknown().optional() }),
});

/** Transient errors are tried again, but not for long, because a person waits for the result. */
const retry = { attempts: 4, longestWait: 5_000 };

export const clientOf = ({ apiUrl, apikey, key }: Access): Client =>
  createClient({ apiUrl, apikey, token: key, retry });

export const openService = (access: Access): Service => ({
  access,
  client: clientOf(access),
  raw: async ({ method, query = {}, body }) => {
    const url = new URL(access.apiUrl);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const response = await fetch(url, {
      method,
      headers: {
        apikey: access.apikey,
        authorization: `Bearer ${access.key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body }),
      signal: AbortSignal.timeout(35_000),
    });
    const answer: unknown = await response.json();
    if (response.ok) return answer;
    const requestId = response.headers.get('x-request-id');
    throw new Refusal(response.status, envelope.parse(answer).error, { requestId, retryAfter: null });
  },
  description: async () =>
    (await fetch(`${access.apiUrl}/openapi.json`, { signal: AbortSignal.timeout(35_000) })).json(),
});
