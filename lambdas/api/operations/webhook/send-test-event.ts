import * as z from 'zod/mini';
import { isoOf } from '../../../kernel/time.ts';
import { testEventBody, testEventTypes } from '../../../domain/webhook/test-event.ts';
import { testEventClause } from '../../../store/webhooks/test-events.ts';
import { command } from '../../operation.ts';
import { requireEnabledEndpoint } from '../../require-endpoint.ts';
import { testEventView } from '../../resources/webhook.ts';
import { settle } from '../../settle.ts';

/** Sends an event with made-up data to the endpoint. It has `test` in its body, and is in no customer's sequence. */
export const sendWebhookTestEvent = command({
  input: z.object({ type: z.enum(testEventTypes) }),
  output: z.object({ event: testEventView }),
  statuses: [202],
  errors: ['invalid_state'],
  run: async (deps, call, { type }) => {
    const { partnerId } = call;
    await requireEnabledEndpoint(deps.table, partnerId);
    const now = deps.clock();
    const id = deps.newId(now);
    const { environment, newId } = deps;
    const body = testEventBody({ id, type, partnerId, environment, now, newId });
    const event = { partnerId, id, body, requestId: call.cause.requestId };
    const answer = call.answer(202, { event: { id, type, status: 'waiting', created_at: isoOf(now), body } });
    return settle(deps, call, answer, [], [testEventClause(deps.table, event, now)]);
  },
});
