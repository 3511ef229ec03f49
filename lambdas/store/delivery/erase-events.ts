import type { DeliveryEvent } from '../../domain/delivery/event.ts';
import { octaveOfHour, type Hour } from '../../domain/delivery/time-grid.ts';
import type { Patience } from '../commit.ts';
import type { Table } from '../table.ts';
import type { DeliveryIndex } from './delivery-index.ts';
import { scopePartition, sortRanges, type DeliveryScope } from './keys.ts';
import { unpackOctave } from './rollup-codec.ts';
import { isScrubbed, scrubHour } from './scrub-hour.ts';
import { scrubMessage } from './scrub-message.ts';
import { unpackSegment } from './segment.ts';

export interface EraseEventsDeps {
  readonly table: Table;
  readonly index: DeliveryIndex;
  readonly patience: Patience;
}

/** Beyond every hour that keys can hold. */
const lastOctave = octaveOfHour(9_999_999);

const scopeOf = (partnerId: string, customerId: string): DeliveryScope => ({ kind: 'customer', partnerId, customerId });

/** The hours that a customer has events in, ascending. */
export const hoursWithEvents = async (
  index: DeliveryIndex,
  partnerId: string,
  customerId: string,
): Promise<readonly Hour[]> => {
  const partition = scopePartition(scopeOf(partnerId, customerId));
  const octaves = await index.range(partition, sortRanges.octaves(0, lastOctave), 'strong');
  const hours = octaves.flatMap(({ sk, body }) => {
    const { days } = unpackOctave(Number(sk.slice(2)), body);
    return Array.from(days.values()).flatMap(({ events }) => Array.from(events.keys()));
  });
  return hours.toSorted((left, right) => left - right);
};

const eventsOf = async (index: DeliveryIndex, scope: DeliveryScope, hour: Hour): Promise<readonly DeliveryEvent[]> => {
  const items = await index.range(scopePartition(scope), sortRanges.hours(hour, hour), 'strong');
  const events = items.filter(({ version }) => version === 0).flatMap(({ body }) => unpackSegment(body));
  return Array.from(new Map(events.map((event) => [event.id, event])).values());
};

/** Messages whose own items are freed at the same time. */
const sideBySide = 16;

/**
 * Erases a customer's identifiers from all that one hour left: the messages' own items, and the indexes of the lines,
 * the partner and the customer. The customer's own index goes last: until then it leads to the messages.
 * @returns how many events, and how many copies of them, still had something to erase
 */
export const eraseHour = async (
  deps: EraseEventsDeps,
  partnerId: string,
  customerId: string,
  hour: Hour,
): Promise<{ readonly events: number; readonly copies: number }> => {
  const own = scopeOf(partnerId, customerId);
  const events = await eventsOf(deps.index, own, hour);
  const due = events.filter((event) => !isScrubbed(event));
  for (let start = 0; start < due.length; start += sideBySide) {
    const batch = due.slice(start, start + sideBySide);
    await Promise.all(batch.map((event) => scrubMessage(deps.table, partnerId, event)));
  }
  const scopes: readonly DeliveryScope[] = [
    ...Array.from(new Set(events.map(({ instance_id: id }) => id)), (instanceId) => ({
      kind: 'instance' as const,
      partnerId,
      instanceId,
    })),
    { kind: 'partner', partnerId },
    own,
  ];
  let copies = 0;
  for (const scope of scopes) copies += await scrubHour(deps, scope, customerId, hour);
  return { events: due.length, copies };
};
