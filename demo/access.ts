import { createClient, type Client } from '../packages/client/src/client.ts';
import { Refusal } from '../packages/client/src/refusal.ts';

/** Where the service is, and who calls. */
export interface Access {
  readonly api_url: string;
  /** The publishable key of the stage. */
  readonly apikey: string;
  readonly api_key: string;
}

export interface RetryingClient extends Client {
  /** How often the service asked to wait. */
  readonly waits: () => number;
}

/** @param wait so many milliseconds; a test's may be shorter */
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
