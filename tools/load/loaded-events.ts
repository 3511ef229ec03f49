import type { DeliveryEvent, IndexedEvent } from '@swift-worker/time-index/event.ts';
import { instancesOf, randomFrom, trafficOf, type Instance } from '../bench/delivery/event-traffic.ts';
import { indexedEvents } from '../bench/delivery/indexed-events.ts';
import type { DeliveryScope } from '../../lambdas/store/delivery/keys.ts';
import { hour } from '../../lambdas/kernel/time.ts';

/** The delivery events of a partner's thirty days. They are the same in every run. */

const partnerId = '01920001-0000-7000-8000-000000000001';
const from = Date.UTC(2026, 3, 20);

/** As many hours as one commit of the fold takes. A chunk may be loaded again, because the fold knows events by their ids. */
const chunkLength = 8 * hour;
export const chunks = 90;

/** The time at which they are searched. The range of the search is the whole load. */
export const searchedAt = from + chunks * chunkLength - 1;
export const searchedRange = { from, to: searchedAt };

const instances: readonly Instance[] = instancesOf(10, 4, randomFrom(3), from);

const startOf = (chunk: number): number => from + chunk * chunkLength;
const upTo = (chunk: number, total: number): number => Math.floor((chunk * total) / chunks);

/** Messages that are read long after they were sent have their status in the next chunk. */
const traffic = (chunk: number, total: number): readonly DeliveryEvent[] => {
  // Most messages have at least two events.
  const messages = Math.ceil(total / chunks / 2);
  return trafficOf({ instances, from: startOf(chunk), to: startOf(chunk + 1), messages, seed: 1_000 + chunk });
};

/** The wanted number of items, at even distances. */
const thinned = <T>(items: readonly T[], wanted: number): readonly T[] => {
  const rank = (index: number): number => Math.floor((index * wanted) / items.length);
  return items.filter((_, index) => rank(index + 1) > rank(index));
};

/** The events of the hours of a chunk, each with its effect on the message. */
export const chunkOf = (chunk: number, total: number): readonly IndexedEvent[] => {
  const reported = [...(chunk === 0 ? [] : traffic(chunk - 1, total)), ...traffic(chunk, total)];
  const within = indexedEvents(reported).filter(
    ({ occurred_at: at }) => at >= startOf(chunk) && at < startOf(chunk + 1),
  );
  return thinned(within, upTo(chunk + 1, total) - upTo(chunk, total));
};

/** The number of events in the chunks before this one. */
export const loadedBefore = upTo;

export interface ScopeEvents {
  readonly scope: DeliveryScope;
  readonly events: readonly IndexedEvent[];
}

const partner: DeliveryScope = { kind: 'partner', partnerId };
const customer = ({ customer_id: customerId }: Instance | DeliveryEvent): DeliveryScope => ({
  kind: 'customer',
  partnerId,
  customerId,
});
const instance = ({ instance_id: instanceId }: Instance | DeliveryEvent): DeliveryScope => ({
  kind: 'instance',
  partnerId,
  instanceId,
});

/** The events by scope: those of the partner, of each customer and of each instance. */
export const byScope = (events: readonly IndexedEvent[]): readonly ScopeEvents[] =>
  [() => partner, customer, instance].flatMap((scopeOf) =>
    Array.from(Map.groupBy(events, (event) => JSON.stringify(scopeOf(event))).values(), (own) => ({
      scope: own[0] === undefined ? partner : scopeOf(own[0]),
      events: own,
    })),
  );

/** One scope of each kind. */
export const searchedScopes: readonly DeliveryScope[] = [
  partner,
  ...instances.slice(0, 1).flatMap((one) => [customer(one), instance(one)]),
];
