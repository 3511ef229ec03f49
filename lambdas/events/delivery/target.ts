import type { Destination } from '../../outbound/signed-post.ts';
import type { OutboxRecord } from '../../store/webhooks/outbox.ts';
import type { WebhookEndpoint, WebhookTarget } from '../../store/webhooks/webhook-endpoints.ts';
import type { DeliveryDeps } from './delivery-deps.ts';
import { destinationOf } from './destination.ts';

/** The endpoint that a worker sends to, as it was read. What its exchanges find holds for this endpoint alone. */
export interface Target {
  readonly endpoint: WebhookEndpoint;
  readonly outbox: OutboxRecord;
  readonly destination: Destination;
}

/** A target with an endpoint. */
export type SendableTarget = WebhookTarget & { readonly endpoint: WebhookEndpoint };

/** Opens the signing secrets. @throws Error when the partner has none */
export const openTarget = async (
  { vault, clock }: Pick<DeliveryDeps, 'vault' | 'clock'>,
  { endpoint, secrets, outbox }: SendableTarget,
): Promise<Target> => ({
  endpoint,
  outbox,
  destination: await destinationOf(vault, outbox.partnerId, endpoint, secrets, clock()),
});
