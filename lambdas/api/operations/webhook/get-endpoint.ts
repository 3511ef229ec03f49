import * as z from 'zod/mini';
import { readWebhookTarget } from '../../../store/webhooks/webhook-endpoints.ts';
import { operation } from '../../operation.ts';
import { endpointView, shownEndpoint } from '../../resources/webhook.ts';

/** Returns the webhook endpoint without its secrets. */
export const getWebhookEndpoint = operation({
  input: z.object({}),
  output: z.object({ endpoint: z.nullable(endpointView) }),
  run: async (deps, call) =>
    call.answer(200, { endpoint: shownEndpoint(await readWebhookTarget(deps.table, call.partnerId)) }),
});
