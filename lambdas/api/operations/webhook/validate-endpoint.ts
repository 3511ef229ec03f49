import * as z from 'zod/mini';
import { isValid } from '../../../outbound/validate-endpoint.ts';
import { recoverOutbox } from '../../../store/webhooks/endpoint-outbox.ts';
import { retryClauses } from '../../../store/webhooks/resends.ts';
import type { Clause } from '../../../store/table/commit.ts';
import type { OutboxRecord } from '../../../store/webhooks/outbox.ts';
import type { WebhookEndpoint } from '../../../store/webhooks/webhook-endpoints.ts';
import type { Deps } from '../../deps.ts';
import { operation, type Call } from '../../operation.ts';
import { checkView, endpointInputs } from '../../resources/webhook.ts';
import { settle } from '../../settle.ts';
import { tryCandidate } from '../../webhook-candidate.ts';

/** What waits for a valid endpoint is due. */
const recoveryOf = async (
  deps: Deps,
  { partnerId, cause: { requestId } }: Pick<Call<never>, 'partnerId' | 'cause'>,
  endpoint: WebhookEndpoint,
  { health }: OutboxRecord,
): Promise<readonly Clause[]> => {
  const { table, retryPolicy, clock, newId } = deps;
  if (health.state === 'disabled') return [];
  if (health.state !== 'healthy') await recoverOutbox(table, retryPolicy, partnerId, endpoint, clock());
  const now = clock();
  return retryClauses(table, partnerId, { id: newId(now), requestId }, null, now);
};

/** Validates a webhook endpoint without storing it. When it is the stored one and valid, the events that wait for it are tried at once. */
export const validateWebhookEndpoint = operation({
  ...endpointInputs,
  output: z.object({ valid: z.boolean(), checks: z.array(checkView) }),
  actsOutside: true,
  selectors: ['reason'],
  run: async (deps, call, given) => {
    const { webhook_url: url, platform_verify_token: token = null } = given;
    const { checks, stored } = await tryCandidate(deps, call, url, token);
    const valid = isValid(checks);
    const { endpoint, outbox } = stored;
    const clauses = valid && endpoint?.url === url ? await recoveryOf(deps, call, endpoint, outbox) : [];
    return settle(deps, call, call.answer(200, { valid, checks }), [], clauses);
  },
});
