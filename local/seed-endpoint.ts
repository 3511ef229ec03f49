import { randomUUID } from 'node:crypto';
import { z } from 'zod';

/** What a partner's backend needs to call the API. */
export interface PartnerAccess {
  readonly apiUrl: string;
  readonly apikey: string;
  readonly apiKey: string;
}

const existing = z.object({ endpoint: z.object({ url: z.string() }).nullable() });

const call = async ({ apiUrl, apikey, apiKey }: PartnerAccess, route: string, body?: object): Promise<unknown> => {
  const response = await fetch(`${apiUrl}?route=${route}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      apikey,
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    ...(body === undefined ? {} : { body: JSON.stringify({ route, ...body }) }),
  });
  if (!response.ok) throw new Error(`seeding: ${route}: ${response.status} ${await response.text()}`);
  return response.json();
};

/** Sets the receiver as the partner's validated endpoint, unless it already is. The receiver's port may have changed. */
export const ensureEndpoint = async (access: PartnerAccess, url: string, verifyToken: string): Promise<void> => {
  const { endpoint } = existing.parse(await call(access, 'get-partner-webhook-endpoint'));
  if (endpoint?.url === url) return;
  await call(access, 'update-partner-webhook-endpoint', { webhook_url: url, platform_verify_token: verifyToken });
};
