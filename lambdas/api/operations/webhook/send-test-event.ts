import * as z from 'zod/mini';
import { isoOf } from '../../../kernel/time.ts';
import { callbackType } from '../../../domain/event.ts';
import { testCallbacks } from '../../../domain/webhook/test-callback.ts';
import { testEventBody, testEventTypes } from '../../../domain/webhook/test-event.ts';
import { testEventClause } from '../../../store/webhooks/test-events.ts';
import { rule } from '../../fields.ts';
import { command } from '../../operation.ts';
import { requireEnabledEndpoint } from '../../require-endpoint.ts';
import { testEventView } from '../../resources/webhook.ts';
import { settle } from '../../settle.ts';

const isOfType = ({
  type,
  callback_kind: kind,
}: {
  readonly type: string;
  readonly callback_kind?: unknown;
}): boolean => kind === undefined || type === callbackType;

/** Sends an event with made-up data to the endpoint. It has `test` in its body, and is in no customer's sequence. */
export const sendWebhookTestEvent = command({
  input: z.object({ type: z.enum(testEventTypes), callback_kind: z.optional(z.enum(testCallbacks)) }).check(
    rule('not_of_type', `is taken with the type ${callbackType} alone`, isOfType, {
      field: 'callback_kind',
      schema: { anyOf: [{ not: { required: ['callback_kind'] } }, { properties: { type: { const: callbackType } } }] },
    }),
  ),
  output: z.object({ event: testEventView }),
  statuses: [202],
  errors: ['invalid_state'],
  run: async (deps, call, { type, callback_kind: callback = 'message' }) => {
    const { partnerId } = call;
    await requireEnabledEndpoint(deps.table, partnerId);
    const now = deps.clock();
    const id = deps.newId(now);
    const { environment, newId } = deps;
    const body = testEventBody({ id, type, callback, partnerId, environment, now, newId });
    const event = { partnerId, id, body, requestId: call.cause.requestId };
    const answer = call.answer(202, { event: { id, type, status: 'waiting', created_at: isoOf(now), body } });
    return settle(deps, call, answer, [], [testEventClause(deps.table, event, now)]);
  },
});
