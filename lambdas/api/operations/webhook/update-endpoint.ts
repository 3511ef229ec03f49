import * as z from 'zod/mini';
import { ServiceError } from '../../../kernel/errors.ts';
import { laterThan, isoOf } from '../../../kernel/time.ts';
import { isValid } from '../../../outbound/validate-endpoint.ts';
import { persist } from '../../../store/table/commit.ts';
import { outboxFor } from '../../../store/webhooks/endpoint-outbox.ts';
import { verifyTokenContext, type WebhookEndpoint } from '../../../store/webhooks/webhook-endpoints.ts';
import { adoptEndpoint, type EndpointChange } from '../../adopt-endpoint.ts';
import type { Deps } from '../../deps.ts';
import { operation, type Answer, type Call } from '../../operation.ts';
import { endpointInputs, endpointView, migrationView, shownEndpoint } from '../../resources/webhook.ts';
import { settle } from '../../settle.ts';
import { tryCandidate } from '../../webhook-candidate.ts';

const output = z.object({ endpoint: endpointView, migration: migrationView });
type UpdateCall = Call<z.input<typeof output>>;

interface Wanted {
  readonly url: string;
  readonly verifyToken: string;
  readonly reason: string | null;
}

const changeTo = (deps: Deps, partnerId: string, { url, verifyToken, reason }: Wanted): EndpointChange => ({
  action: 'webhook endpoint update',
  reason,
  next: async ({ endpoint: previous, outbox }, migrationId, now) => {
    const id = previous?.id ?? deps.newId(now);
    const endpoint: WebhookEndpoint = {
      id,
      name: previous?.name ?? 'Webhook endpoint',
      url,
      is_primary: true,
      sealed_verify_token: await deps.vault.seal(verifyToken, verifyTokenContext(partnerId, id)),
      migration_id: migrationId,
      revision: (previous?.revision ?? 0) + 1,
      updated_at: previous === null ? isoOf(now) : laterThan(previous.updated_at, now),
      relay: previous?.relay ?? null,
    };
    return { endpoint, outbox: outboxFor(endpoint, outbox, now) };
  },
});

const adopt = async (deps: Deps, call: UpdateCall, wanted: Wanted): Promise<Answer> => {
  const { endpoint, outbox, migration, clauses } = await adoptEndpoint(
    deps,
    call,
    changeTo(deps, call.partnerId, wanted),
  );
  const shown = shownEndpoint({ endpoint, outbox });
  if (shown === null) throw new Error('the endpoint does not exist');
  return settle(deps, call, call.answer(202, { endpoint: shown, migration }), [], clauses);
};

/** Validates and stores a new webhook endpoint, and starts the migration of the callbacks of all connected instances to it. */
export const updateWebhookEndpoint = operation({
  ...endpointInputs,
  output,
  statuses: [202],
  actsOutside: true,
  selectors: ['reason'],
  errors: ['webhook_validation_failed'],
  run: async (deps, call, given) => {
    const url = given.webhook_url;
    const { checks, verifyToken } = await tryCandidate(deps, call, url, given.platform_verify_token ?? null);
    if (!isValid(checks)) {
      const failed = checks.find(({ ok }) => !ok);
      throw new ServiceError(
        'webhook_validation_failed',
        `webhook_url is not a valid endpoint: ${failed?.name ?? ''}: ${failed?.detail ?? ''}`,
        { details: { checks } },
      );
    }
    await call.requireStanding();
    return persist(deps.retryPolicy, () => adopt(deps, call, { url, verifyToken, reason: given.reason ?? null }));
  },
});
