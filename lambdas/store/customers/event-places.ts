import * as z from 'zod/mini';
import type { PartnerEvent } from '../../domain/event.ts';
import { hour, seconds, type Milliseconds } from '../../kernel/time.ts';
import type { Clause } from '../table/commit.ts';
import { keys } from '../table/keys.ts';
import { getItem } from '../table/read.ts';
import type { Table } from '../table/table.ts';
import type { Trace } from './history.ts';

/** The journal of events has every event that was created earlier. Otherwise its alarm tells that it is late. */
export const mostLate: Milliseconds = hour;

/** A clock of another environment may differ by less than this, and a deletion by time to live is never early. */
const kept: Milliseconds = 2 * mostLate;

const placeItem = z.object({ customer_id: z.string(), number: z.int() });

/** The history entry of an event. */
export type EventPlace = Pick<Trace, 'customerId' | 'number'>;

/** Is in the commit of the event, because the journal is written some seconds later. It has no personal data. */
export const eventPlaceClause = (
  table: Table,
  { partnerId, customerId, number }: Pick<Trace, 'partnerId' | 'customerId' | 'number'>,
  { id, timestamp }: PartnerEvent,
): Clause => ({
  name: 'the event can be found by its id',
  write: {
    Put: {
      TableName: table.name,
      Item: {
        ...keys.eventPlace(partnerId, id),
        customer_id: customerId,
        number,
        ttl: seconds(Date.parse(timestamp) + kept),
      },
    },
  },
});

/** Where an event is that was created a short time ago. */
export const readEventPlace = async (table: Table, partnerId: string, eventId: string): Promise<EventPlace | null> => {
  const item = await getItem(table, keys.eventPlace(partnerId, eventId));
  if (item === undefined) return null;
  const { customer_id: customerId, number } = placeItem.parse(item);
  return { customerId, number };
};
