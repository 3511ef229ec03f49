import { mapLimited } from '../../lambdas/kernel/map-limited.ts';
import { isoOf } from '../../lambdas/kernel/time.ts';
import { newId } from '../../lambdas/runtime/clock.ts';
import { traceParams } from '../../lambdas/store/customers/history.ts';
import { batchWrite } from '../../lambdas/store/table/batch-write.ts';
import type { Table } from '../../lambdas/store/table/table.ts';
import { addToEventJournal } from '../../lambdas/store/webhooks/event-journal.ts';
import { eventRowOf } from '../../lambdas/store/webhooks/event-row.ts';

const customers = 50;

/** The item of an event that its first attempt delivered. */
const deliveredEntry = (partnerId: string, customerId: string, number: number, time: number) => {
  const at = isoOf(time);
  const id = newId(time);
  const { Put: { Item: item = {} } = {} } = traceParams('', {
    partnerId,
    customerId,
    number,
    previousEvent: number - 1,
    idempotencyKey: null,
    entry: {
      id,
      event: 'customer_updated',
      origin: 'api',
      actor: { type: 'partner_key', id: 'key' },
      changed_fields: [],
      previous: {},
      new: {},
      reason: null,
      related: {},
      request_id: id,
      created_at: at,
    },
    event: {
      id,
      type: 'service.partner.customer.erased',
      timestamp: at,
      partner_id: partnerId,
      sequence: number,
      external_customer_id: null,
      data: { customer_id: customerId, erasure_id: id },
    },
  });
  const rest = Object.fromEntries(Object.entries(item).filter(([name]) => !name.startsWith('due_')));
  const attempt = { at, status: 200, milliseconds: 60, error: null, probe: false };
  return { ...rest, event_end: 'delivered', event_turn: 1, event_attempts: 1, event_delivered: attempt };
};

/** Creates delivered events at an even rate, each in a batch of the stream of its own. @returns the id of the newest */
export const plantEvents = async (
  table: Table,
  partnerId: string,
  period: { readonly events: number; readonly from: number; readonly to: number },
): Promise<string> => {
  const { events, from, to } = period;
  const ids = Array.from({ length: customers }, () => newId(from));
  const items = Array.from({ length: events }, (_, index) =>
    deliveredEntry(
      partnerId,
      ids[index % customers] ?? '',
      1 + Math.floor(index / customers),
      Math.floor(from + ((index + 1) * (to - from)) / (events + 1)),
    ),
  );
  await batchWrite(
    table,
    items.map((item) => ({ PutRequest: { Item: item } })),
  );
  const rows = items.map(eventRowOf);
  await mapLimited(rows, 32, (row) => addToEventJournal(table, partnerId, [row]));
  return rows.at(-1)?.id ?? '';
};
