import * as z from 'zod/mini';
import { eventTypes, optionalEventTypes, type OptionalEventType } from '../../../domain/event.ts';
import { isoOf } from '../../../kernel/time.ts';
import { eventSubscriptionClause, readEventSubscription } from '../../../store/partners/event-subscription.ts';
import { callAuditClauses } from '../../call-audit.ts';
import { listOf } from '../../fields.ts';
import { command } from '../../operation.ts';
import { eventTypeChoiceView, shownEventTypes } from '../../resources/event-types.ts';
import { settle } from '../../settle.ts';

/** A type may be given more than once. */
const mostTypes = 100;

const isOptional = (type: string): type is OptionalEventType => optionalEventTypes.some((one) => one === type);

/**
 * Sets the optional types of events that are sent to the partner: the given ones and no others. Types that are always sent may be
 * among them. A change that begins after the response has its event, or has none.
 */
export const updateEventTypes = command({
  input: z.object({ event_types: listOf(z.enum(eventTypes), 0, mostTypes) }),
  output: z.object({ event_types: z.array(eventTypeChoiceView) }),
  run: async (deps, call, given) => {
    const { partnerId, now } = call;
    const { types: before, revision } = await readEventSubscription(deps.table, partnerId);
    const types = new Set(given.event_types.filter(isOptional));
    const answer = call.answer(200, { event_types: shownEventTypes({ types }) });
    if (optionalEventTypes.every((type) => types.has(type) === before.has(type)))
      return settle(deps, call, answer, [], []);
    const clauses = [
      eventSubscriptionClause(deps.table, partnerId, Array.from(types), isoOf(now), revision),
      ...callAuditClauses(deps, call, {
        action: 'webhook event types update',
        subject: { event_types: Array.from(types).join(' ') },
        reason: null,
      }),
    ];
    return settle(deps, call, answer, [], clauses);
  },
});
