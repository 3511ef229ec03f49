import * as z from 'zod/mini';
import { notFound } from '../../../kernel/errors.ts';
import { callbackType } from '../../../domain/event.ts';
import { hasScope } from '../../../domain/access.ts';
import { listAttempts } from '../../../store/webhooks/event-attempts.ts';
import { eventText } from '../../../store/webhooks/event-text.ts';
import { findEventById } from '../../../store/webhooks/find-event.ts';
import { readListed, readNextProbe, shownListed } from '../../events-read.ts';
import { uuid } from '../../fields.ts';
import { customerSelector, unaliased } from '../../selectors.ts';
import { requireCustomer } from '../../../store/customers/customers.ts';
import { operation } from '../../operation.ts';
import { eventDetailView, shownAttempt } from '../../resources/event.ts';

/** Returns one event of the last 30 days with the body that is sent and the log of its attempts. It is found as soon as it exists. */
export const getEvent = operation({
  input: z.object({ event_id: uuid, ...customerSelector }),
  output: z.object({ event: eventDetailView }),
  errors: ['not_found', 'conflicting_selectors'],
  run: async ({ table, environment }, { partnerId, caller, now, answer }, given) => {
    const { customer_id: id, external_customer_id: externalId } = unaliased(given);
    const customer = externalId === undefined ? null : await requireCustomer(table, partnerId, unaliased(given), null);
    const customerId = customer?.customer.customer_id ?? id ?? null;
    const row = await findEventById(table, partnerId, given.event_id, customerId, now);
    if (row === null) throw notFound('the event');
    const [listed = null] = await readListed(table, partnerId, [row]);
    if (listed === null) throw notFound('the event');
    const mayWrite = hasScope(caller, 'webhook.write');
    // Of a callback, the body is a message of an end customer.
    const showsBody = listed.type !== callbackType || mayWrite;
    const [attempts, probeAt, body] = await Promise.all([
      listAttempts(table, listed.event),
      readNextProbe(table, partnerId, [listed]),
      showsBody ? eventText(table, listed.event, environment, now) : null,
    ]);
    const showsAnswers = listed.event.content !== null && mayWrite;
    return answer(200, {
      event: {
        ...shownListed(listed, attempts, probeAt),
        body,
        attempt_log: attempts.map((attempt) => shownAttempt(attempt, showsAnswers)),
      },
    });
  },
});
