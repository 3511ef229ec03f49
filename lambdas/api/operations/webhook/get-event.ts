import * as z from 'zod/mini';
import { notFound } from '../../../kernel/errors.ts';
import { eventBody } from '../../../domain/event.ts';
import { attemptErrorOf } from '../../../domain/webhook/attempt-error.ts';
import type { EventAttempt } from '../../../store/webhooks/event-attempt.ts';
import { listAttempts } from '../../../store/webhooks/event-attempts.ts';
import { findEventById } from '../../../store/webhooks/find-event.ts';
import { readListed, shownListed } from '../../events-read.ts';
import { uuid } from '../../fields.ts';
import { operation } from '../../operation.ts';
import { eventDetailView } from '../../resources/event.ts';

const shownAttempt = (attempt: EventAttempt) => ({
  at: attempt.at,
  status: attempt.status,
  duration_ms: Math.round(attempt.milliseconds),
  error_code: attemptErrorOf(attempt)?.code ?? null,
});

/** Returns one event of the last 30 days with the body that is sent and the log of its attempts. It is found as soon as it exists. */
export const getEvent = operation({
  input: z.object({ event_id: uuid, customer_id: z.optional(uuid) }),
  output: z.object({ event: eventDetailView }),
  errors: ['not_found'],
  run: async ({ table, environment }, { partnerId, now, answer }, given) => {
    const row = await findEventById(table, partnerId, given.event_id, given.customer_id ?? null, now);
    if (row === null) throw notFound('the event');
    const [listed = null] = await readListed(table, partnerId, [row]);
    if (listed === null) throw notFound('the event');
    const attempts = await listAttempts(table, listed.event);
    const { content } = listed.event;
    return answer(200, {
      event: {
        ...shownListed(listed, attempts),
        body: content === null ? null : eventBody(content, environment),
        attempt_log: attempts.map(shownAttempt),
      },
    });
  },
});
