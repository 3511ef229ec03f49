import * as z from 'zod/mini';
import { isValid } from '../../../outbound/validate-endpoint.ts';
import { operation } from '../../operation.ts';
import { checkView, endpointInput } from '../../resources/webhook.ts';
import { settle } from '../../settle.ts';
import { tryCandidate } from '../../webhook-candidate.ts';

/** Validates a webhook endpoint without storing it. */
export const validateWebhookEndpoint = operation({
  input: endpointInput,
  output: z.object({ valid: z.boolean(), checks: z.array(checkView) }),
  actsOutside: true,
  selectors: ['reason'],
  run: async (deps, call, given) => {
    const { checks } = await tryCandidate(deps, call, given.webhook_url, given.platform_verify_token ?? null);
    return settle(deps, call, call.answer(200, { valid: isValid(checks), checks }), [], []);
  },
});
