import * as z from 'zod/mini';
import { invalid, notFound } from '../../../kernel/errors.ts';
import { listedTypes } from '../../../domain/event.ts';
import { isoOf } from '../../../kernel/time.ts';
import { eventStatuses, type EventQuery } from '../../../domain/webhook/event-status.ts';
import { eventWindow } from '../../../domain/webhook/event-window.ts';
import { requireCustomer } from '../../../store/customers/customers.ts';
import { ownerOf, readMerges } from '../../../store/customers/merges.ts';
import { requireInstance } from '../../../store/instances/instances.ts';
import type { Table } from '../../../store/table/table.ts';
import { customerRows, partnerRows } from '../../../store/webhooks/listed-rows.ts';
import { shownRows } from '../../events-read.ts';
import { listing, listingOf, listKeys, pageOrCursor } from '../../listing.ts';
import { operation } from '../../operation.ts';
import { dateOrTime } from '../../fields.ts';
import { listOf } from '../../resources/page.ts';
import { eventView } from '../../resources/event.ts';
import { customerSelector, namesCustomer, numberSelector, unaliased } from '../../selectors.ts';

const mostRead = 'the dates include more events than one call reads';

interface Selectors {
  readonly customer_id?: string | undefined;
  readonly external_customer_id?: string | undefined;
  readonly partner_customer_id?: string | undefined;
  readonly platform_phone_number_id?: string | null | undefined;
}

/** The customer that is selected, or whose line has the number. @throws ServiceError not_found, conflicting_selectors */
const customerOf = async (table: Table, partnerId: string, given: Selectors): Promise<string | undefined> => {
  const { platform_phone_number_id: number } = given;
  const [customer, record, merges] = await Promise.all([
    namesCustomer(given) ? requireCustomer(table, partnerId, unaliased(given), null) : null,
    typeof number === 'string' ? requireInstance(table, partnerId, { platform_phone_number_id: number }, null) : null,
    typeof number === 'string' ? readMerges(table, partnerId) : null,
  ]);
  const owner = record === null || merges === null ? undefined : ownerOf(merges, record.instance.partner_customer_id);
  const selected = customer?.customer.customer_id;
  if (selected !== undefined && owner !== undefined && selected !== owner)
    throw notFound('the instance of the customer');
  return selected ?? owner;
};

/**
 * Returns a page of the events of the last 30 days, newest first. A change is shown within 15 seconds, and at once with `customer_id`. A number stands for the customer whose line has it. When 30 days
 * have more events than one call reads, the list without `date_from` has the newest, and `date_from` says since when.
 */
export const listEvents = operation({
  input: z
    .object({
      ...listing(),
      status: z._default(z.enum([...eventStatuses, 'all']), 'all'),
      type: z.optional(z.enum(listedTypes)),
      ...customerSelector,
      ...numberSelector,
      date_from: z.optional(dateOrTime),
      date_to: z.optional(dateOrTime),
    })
    .check(pageOrCursor),
  output: listOf(eventView, { date_from: z.optional(z.string()) }),
  errors: ['not_found', 'conflicting_selectors'],
  run: async ({ table }, call, given) => {
    const { partnerId } = call;
    const { request, began, answer } = listingOf('list-partner-webhook-events', call, given, listKeys.timed);
    const query: EventQuery = {
      range: eventWindow(given, began),
      status: given.status === 'all' ? null : given.status,
      type: given.type ?? null,
    };
    const customerId = await customerOf(table, partnerId, given);
    const found =
      customerId === undefined
        ? await partnerRows(table, partnerId, query, request)
        : await customerRows(table, partnerId, customerId, query, request);
    const from = found.from > query.range.from ? isoOf(found.from) : undefined;
    // A walk goes on before it.
    if (from !== undefined && given.date_from !== undefined && given.cursor === undefined) {
      throw invalid('date_from', 'events', `date_from must be ${from} or later: ${mostRead}; or give customer_id`);
    }
    const items = await shownRows(table, partnerId, found.rows, query);
    const listed = answer({ ...found, total: found.total - (found.rows.length - items.length), items });
    return call.answer(200, { ...listed, ...(from !== undefined && { date_from: from }) });
  },
});
