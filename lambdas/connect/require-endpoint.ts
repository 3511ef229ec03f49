import type { InstanceDeps } from '../instances/instance-deps.ts';
import type { SessionRecord } from '../store/instances/connect-sessions.ts';
import { readWebhookEndpoint, type WebhookEndpoint } from '../store/webhooks/webhook-endpoints.ts';
import { ConnectFailure } from './connect-failure.ts';

/** The partner's endpoint, which the number's callback is to point to. @throws ConnectFailure */
export const requireEndpoint = async (deps: InstanceDeps, { partnerId }: SessionRecord): Promise<WebhookEndpoint> => {
  const endpoint = await readWebhookEndpoint(deps.table, partnerId);
  if (endpoint !== null) return endpoint;
  throw new ConnectFailure('webhook_endpoint_missing', 'the partner has no webhook endpoint for the callback yet');
};
