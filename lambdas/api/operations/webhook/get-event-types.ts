import * as z from 'zod/mini';
import { readEventSubscription } from '../../../store/partners/event-subscription.ts';
import { operation } from '../../operation.ts';
import { eventTypeChoiceView, shownEventTypes } from '../../resources/event-types.ts';

/** Returns the types of events, with those that the partner subscribes to. */
export const getEventTypes = operation({
  input: z.object({}),
  output: z.object({ event_types: z.array(eventTypeChoiceView) }),
  run: async (deps, { partnerId, answer }) =>
    answer(200, { event_types: shownEventTypes(await readEventSubscription(deps.table, partnerId)) }),
});
