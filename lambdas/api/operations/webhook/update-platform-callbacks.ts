import * as z from 'zod/mini';
import { invalidState } from '../../../kernel/errors.ts';
import { laterThan } from '../../../kernel/time.ts';
import { numberFields } from '../../../domain/webhook/relayed-fields.ts';
import { persist } from '../../../store/table/commit.ts';
import type { Relay, WebhookEndpoint } from '../../../store/webhooks/webhook-endpoints.ts';
import { adoptEndpoint, type EndpointChange } from '../../adopt-endpoint.ts';
import type { Deps } from '../../deps.ts';
import { listOf } from '../../fields.ts';
import { command } from '../../operation.ts';
import { callbackModes, platformCallbacksView, shownPlatformCallbacks } from '../../resources/platform-callbacks.ts';
import { settle } from '../../settle.ts';

/** A field may be given more than once. */
const mostFields = 100;

const input = z.object({
  mode: z.enum(callbackModes),
  fields: z.optional(listOf(z.enum(numberFields), 1, mostFields)),
});

/** @throws ServiceError invalid_state on a stage without an app at the platform */
const relayOf = ({ relayUrl }: Deps, { mode, fields }: z.output<typeof input>, before: Relay | null): Relay | null => {
  if (mode === 'direct') return before === null ? null : { ...before, isOn: false };
  if (relayUrl === null) throw invalidState('no_app', 'the stage has no app at the platform, so it gets no callbacks');
  return { isOn: true, url: relayUrl, fields: Array.from(new Set(fields ?? numberFields)) };
};

const changeTo = (deps: Deps, given: z.output<typeof input>): EndpointChange => ({
  action: 'platform callbacks update',
  reason: null,
  next: ({ endpoint: previous, outbox }, migrationId, now) => {
    if (previous === null) {
      throw invalidState('absent', 'there is no webhook endpoint; set one with update-partner-webhook-endpoint first');
    }
    const endpoint: WebhookEndpoint = {
      ...previous,
      migration_id: migrationId,
      revision: previous.revision + 1,
      updated_at: laterThan(previous.updated_at, now),
      relay: relayOf(deps, given, previous.relay),
    };
    return Promise.resolve({ endpoint, outbox: { ...outbox, endpointRevision: endpoint.revision } });
  },
});

/**
 * Sets where the platform sends the callbacks of the partner's lines: to the endpoint, or to the service, which sends them on as events.
 * Starts the migration of the callbacks of all connected instances.
 */
export const updatePlatformCallbacks = command({
  input,
  output: z.object({ platform_callbacks: platformCallbacksView }),
  errors: ['invalid_state'],
  run: async (deps, call, given) => {
    const change = changeTo(deps, given);
    return persist(deps.retryPolicy, async () => {
      const { endpoint, migration, clauses } = await adoptEndpoint(deps, call, change);
      const answer = call.answer(200, { platform_callbacks: shownPlatformCallbacks(endpoint, migration) });
      return settle(deps, call, answer, [], clauses);
    });
  },
});
