import { invalidState } from '../kernel/errors.ts';
import type { Table } from '../store/table/table.ts';
import type { OutboxRecord } from '../store/webhooks/outbox.ts';
import { readWebhookTarget } from '../store/webhooks/webhook-endpoints.ts';

/** @returns the endpoint's outbox @throws ServiceError invalid_state when the partner has no enabled endpoint */
export const requireEnabledEndpoint = async (table: Table, partnerId: string): Promise<OutboxRecord> => {
  const { endpoint, outbox } = await readWebhookTarget(table, partnerId);
  if (endpoint === null) {
    throw invalidState('absent', 'there is no webhook endpoint; set one with update-partner-webhook-endpoint first');
  }
  if (outbox.health.state === 'disabled') {
    throw invalidState(
      'disabled',
      'the webhook endpoint is disabled; enable it with update-partner-webhook-endpoint first',
    );
  }
  return outbox;
};
