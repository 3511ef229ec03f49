import * as z from 'zod/mini';
import { unpackEvent } from '@swift-worker/time-index/event-codec.ts';
import { deliveryStatuses, type DeliveryStatus, type IndexedEvent } from '@swift-worker/time-index/event.ts';
import type { Statuses } from '../../domain/delivery/new-events.ts';
import { getItems } from '../table/read.ts';
import type { Item, Table } from '../table/table.ts';
import { namedMessage } from './keys.ts';
import { statusAttribute } from './message-record.ts';

const packedBytes = z.optional(z.instanceof(Uint8Array));

const statusesOf = (item: Item): Statuses => {
  const statuses = new Map<DeliveryStatus, IndexedEvent>();
  for (const status of deliveryStatuses) {
    const bytes = packedBytes.parse(item[statusAttribute(status)]);
    if (bytes !== undefined) statuses.set(status, unpackEvent(bytes));
  }
  return statuses;
};

/**
 * The statuses in messages' items, by the messages' names. A message that has expired is not among them.
 * @throws Error when an item can't be read
 */
export const readMessages = async (
  table: Table,
  messages: readonly string[],
): Promise<ReadonlyMap<string, Statuses>> => {
  const distinct = Array.from(new Set(messages));
  const items = await getItems(table, distinct.map(namedMessage));
  return new Map(
    distinct.flatMap((name, index) => {
      const item = items[index];
      return item === undefined ? [] : [[name, statusesOf(item)] as const];
    }),
  );
};
