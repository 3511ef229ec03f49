import { createClient, type Client } from '../packages/client/src/client.ts';
import { Refusal } from '../packages/client/src/refusal.ts';

/** The address of the service, and the caller's credentials. */
export interface Access {
  readonly api_url: string;
  /** The publishable key of the stage. */
  readonly apikey: string;
  readonly api_key: string;
}

export interface RetryingClient extends Client {
  /** How often the client waited before it repeated a call. */
  readonly waits: () => number;
}

/** @param wait waits so many milliseconds; a test may pass a shorter wait */
export const openClient = (access: Access, wait: (milliseconds: number) => Promise<unknown>): RetryingClient => {
  let waits = 0;
  const client = createClient({
    apiUrl: access.api_url,
    apikey: access.apikey,
    token: access.api_key,
    wait,
    onRetry: ({ because }) => {
      if (because instanceof Refusal) waits += 1;
    },
  });
  return { ...client, waits: () => waits };
};
