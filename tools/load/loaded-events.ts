import { instancesOf, randomFrom, trafficOf, type Instance } from '../bench/delivery/event-traffic.ts';
import { indexedEvents } from '../bench/delivery/indexed-events.ts';
import type { DeliveryEvent } from '../../lambdas/domain/delivery/event.ts';
import type { IndexedEvent } from '../../lambdas/domain/delivery/message-state.ts';
import type { DeliveryScope } from '../../lambdas/store/delivery/keys.ts';

/** A partner's thirty days; the same events whenever and wherever they are made. */

const hour = 60 * 60_000;
const partnerId = '01920001-0000-7000-8000-000000000001';
const from = Date.UTC(2026, 3, 20);

/** As many hours as one commit of the roll-up takes in; loaded whole or again, which the roll-up does not mind. */
const chunkLength = 8 * hour;
export const chunks = 90;

/** As of when they are searched, and of which range: all of it. */
export const searchedAt = from + chunks * chunkLength - 1;
export const searchedRange = { from, to: searchedAt };

const instances: readonly Instance[] = instancesOf(10, 4, randomFrom(3), from);

const startOf = (chunk: number): number => from + chunk * chunkLength;
const upTo = (chunk: number, total: number): number => Math.floor((chunk * total) / chunks);

/** What is read a long time after it was sent is read in the next chunk. */
const traffic = (chunk: number, total: number): readonly DeliveryEvent[] => {
  // Each message has two events at least, mostly.
  const messages = Math.ceil(total / chunks / 2);
  return trafficOf({ instances, from: startOf(chunk), to: startOf(chunk + 1), messages, seed: 1_000 + chunk });
};

/** So many of them, evenly. */
const thinned = <T>(items: readonly T[], wanted: number): readonly T[] => {
  const rank = (index: number): number => Math.floor((index * wanted) / items.length);
  return items.filter((_, index) => rank(index + 1) > rank(index));
};

/** Events that occurred within the hours of a chunk, each with what it did to its message. */
export const chunkOf = (chunk: number, total: number): readonly IndexedEvent[] => {
  const reported = [...(chunk === 0 ? [] : traffic(chunk - 1, total)), ...traffic(chunk, total)];
  const within = indexedEvents(reported).filter(
    ({ occurred_at: at }) => at >= startOf(chunk) && at < startOf(chunk + 1),
  );
  return thinned(within, upTo(chunk + 1, total) - upTo(chunk, total));
};

/** How many events the chunks before this one hold. */
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

/** The events as the indexes take them: all of the partner, and each customer's and line's own. */
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
