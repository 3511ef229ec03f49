import * as z from 'zod/mini';
import { countEvents } from '../../../store/webhooks/event-counts.ts';
import { readWebhookTarget } from '../../../store/webhooks/webhook-endpoints.ts';
import { operation } from '../../operation.ts';
import { endpointStateView, shownEndpointState } from '../../resources/webhook.ts';

/** Returns the webhook endpoint without its secrets, with its health and with what waits for it. */
export const getWebhookEndpoint = operation({
  input: z.object({}),
  output: z.object({ endpoint: z.nullable(endpointStateView) }),
  run: async ({ table }, { partnerId, now, answer }) => {
    const [target, counts] = await Promise.all([
      readWebhookTarget(table, partnerId),
      countEvents(table, partnerId, now),
    ]);
    return answer(200, { endpoint: shownEndpointState(target, counts) });
  },
});
