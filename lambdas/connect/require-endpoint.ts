import { ConnectFailure } from '../kernel/errors.ts';
import type { InstanceDeps } from '../lines/instance-deps.ts';
import type { SessionRecord } from '../store/instances/connect-sessions.ts';
import { readWebhookEndpoint, type WebhookEndpoint } from '../store/webhooks/webhook-endpoints.ts';

/** The partner's endpoint, to which the number's callback has to point. @throws ConnectFailure */
export const requireEndpoint = async (deps: InstanceDeps, { partnerId }: SessionRecord): Promise<WebhookEndpoint> => {
  const endpoint = await readWebhookEndpoint(deps.table, partnerId);
  if (endpoint !== null) return endpoint;
  throw new ConnectFailure('webhook_endpoint_missing', 'the partner has no webhook endpoint for the callback yet');
};
