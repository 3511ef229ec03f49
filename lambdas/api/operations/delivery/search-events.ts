import * as z from 'zod/mini';
import { deliveryStatuses } from '@swift-worker/time-index/event.ts';
import { shownEvent } from '../../../domain/delivery/shown-event.ts';
import { eventRange } from '../../../domain/delivery/event-range.ts';
import { stripesOf } from '../../../domain/delivery/message-place.ts';
import { searchEvents as search } from '../../../store/delivery/search-events.ts';
import { tableIndex } from '../../../store/delivery/table-index.ts';
import { openWaiting } from '../../../store/delivery/waiting-reports.ts';
import { eventIdentifier } from '../../delivery-fields.ts';
import { deliveryScopeOf, deliverySelectors, requireOneScope, requireScope, selected } from '../../delivery-scope.ts';
import { listing, listingOf, listKeys, pageOrCursor } from '../../listing.ts';
import { operation } from '../../operation.ts';
import { dateOrTime } from '../../fields.ts';
import { listOf } from '../../resources/page.ts';
import { deliveryEventView } from '../../resources/delivery.ts';

const lastPage = 1_000_000;

/** Returns a page of delivery events, newest first. Without a filter, the number of reads is the same for each page, scope and range. */
export const searchDeliveryEvents = operation({
  input: z
    .object({
      ...listing(lastPage),
      ...deliverySelectors,
      date_from: z.optional(dateOrTime),
      date_to: z.optional(dateOrTime),
      status: z.optional(z.enum(deliveryStatuses)),
      error_code: eventIdentifier,
      message_id: eventIdentifier,
    })
    .check(pageOrCursor),
  output: listOf(deliveryEventView, {}),
  check: (given, now) => {
    requireOneScope(given);
    eventRange(given, now);
  },
  errors: ['not_found', 'conflicting_selectors'],
  run: async (deps, call, given) => {
    const named = await selected(deps.table, call.partnerId, given);
    const scope = deliveryScopeOf(call.partnerId, named);
    const { request, began, answer } = listingOf('search-partner-delivery-events', call, given, listKeys.timed);
    const range = eventRange(given, began);
    const filter = { status: given.status ?? null, errorCode: given.error_code, messageId: given.message_id };
    const stripes = stripesOf(call.caller.terms.sizes);
    const waiting = openWaiting(deps.table, () => Promise.resolve(stripes));
    const reading = { index: tableIndex(deps.table), retryPolicy: deps.retryPolicy, waiting };
    const [found] = await Promise.all([
      search(reading, scope, range, request, call.now, filter),
      requireScope(deps.table, call.partnerId, named),
    ]);
    return call.answer(200, answer({ ...found, items: found.events.map(shownEvent) }));
  },
});
