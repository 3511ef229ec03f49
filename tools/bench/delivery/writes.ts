import { marshall } from '@aws-sdk/util-dynamodb';
import { packEvent } from '@swift-worker/time-index/event-codec.ts';
import type { DeliveryEvent, IndexedEvent } from '@swift-worker/time-index/event.ts';
import { blockLimits } from '@swift-worker/time-index/index-limits.ts';
import { memoryIndex } from '@swift-worker/time-index/memory-index.ts';
import { shownEvent } from '../../../lambdas/domain/delivery/shown-event.ts';
import { messageIdentity } from '../../../lambdas/domain/delivery/report.ts';
import { foldScope } from '../../../lambdas/store/delivery/fold-scope.ts';
import { messageKey, type DeliveryScope } from '../../../lambdas/store/delivery/keys.ts';
import { statusAttribute } from '../../../lambdas/store/delivery/message-record.ts';
import type { Goal, Measurement, Section } from '../section.ts';
import { indexedEvents } from './indexed-events.ts';
import { instancesOf, randomFrom, trafficOf } from './event-traffic.ts';
import { metered, newMeter } from './metered-index.ts';
import { retryPolicy } from './page-costs.ts';

const partnerId = '01920001-0000-7000-8000-000000000001';
const now = Date.UTC(2026, 4, 20, 10, 30);

const scopesOf = (event: DeliveryEvent): readonly (readonly [name: string, DeliveryScope])[] => [
  [partnerId, { kind: 'partner', partnerId }],
  [event.customer_id, { kind: 'customer', partnerId, customerId: event.customer_id }],
  [event.instance_id, { kind: 'instance', partnerId, instanceId: event.instance_id }],
];

/** The write units of the messages' items. An update counts the size of the item after it. */
export const recordUnits = (events: readonly DeliveryEvent[]): number => {
  const bytes = new Map<string, number>();
  let units = 0;
  for (const event of events) {
    const { pk, sk } = messageKey(partnerId, event.phone_number_id, messageIdentity(event));
    const own = Buffer.byteLength(statusAttribute(event.status)) + packEvent(event).length;
    const size = (bytes.get(sk) ?? `pk${pk}sk${sk}ttl`.length + 7) + own;
    bytes.set(sk, size);
    units += Math.ceil(size / 1024);
  }
  return units;
};

/** The write units of the index for batches of this size. */
const indexUnits = async (events: readonly IndexedEvent[], batch: number): Promise<number> => {
  const meter = newMeter();
  const index = metered(memoryIndex(), meter);
  for (let start = 0; start < events.length; start += batch) {
    const work = new Map<string, { readonly scope: DeliveryScope; readonly events: IndexedEvent[] }>();
    for (const event of events.slice(start, start + batch)) {
      for (const [name, scope] of scopesOf(event)) {
        const existing = work.get(name) ?? { scope, events: [] };
        existing.events.push(event);
        work.set(name, existing);
      }
    }
    for (const { scope, events: own } of work.values()) {
      await foldScope({ index, retryPolicy, limits: blockLimits }, scope, own);
    }
  }
  return meter.writeUnits;
};

/** The write units of a simple design: for each scope, a copy of the report and a counter. */
const naiveUnits = (events: readonly DeliveryEvent[]): number =>
  events.reduce((sum, event) => {
    const item = marshall({ pk: 'P#'.padEnd(60, '0'), sk: event.id, ...shownEvent(event) });
    const bytes = Object.entries(item).reduce(
      (size, [name, value]) => size + name.length + Buffer.byteLength(Object.values(value).join('')),
      0,
    );
    return sum + 3 * Math.ceil(bytes / 1024) + 3;
  }, 0);

interface Load {
  readonly instances: number;
  readonly customers: number;
  readonly messages: number;
  readonly minutes: number;
  readonly batches: readonly number[];
}

/** An instance with much traffic, a partner with many instances, and one with little traffic. */
const loads: readonly Load[] = [
  { instances: 1, customers: 1, messages: 40_000, minutes: 10, batches: [100, 1_000, 2_000] },
  { instances: 50, customers: 10, messages: 40_000, minutes: 60, batches: [100, 1_000, 2_000] },
  { instances: 5, customers: 5, messages: 1_000, minutes: 24 * 60, batches: [1, 10] },
];

const dollarsAMillion = 0.625;

const rowsOf = async ({ instances, customers, messages, minutes, batches }: Load): Promise<Measurement['rows']> => {
  const from = now - minutes * 60_000;
  const random = randomFrom(7);
  const events = trafficOf({
    instances: instancesOf(instances, customers, random, from),
    from,
    to: now,
    messages,
    seed: 11,
  });
  const indexed = indexedEvents(events);
  const record = recordUnits(events) / events.length;
  const naive = naiveUnits(events) / events.length;
  const rows: (readonly (string | number)[])[] = [];
  for (const batch of batches) {
    const index = (await indexUnits(indexed, batch)) / events.length;
    const all = record + index;
    rows.push([instances, events.length, batch, record, index, all, all * dollarsAMillion, naive, all / naive]);
  }
  return rows;
};

/** The goal for an instance with much traffic, in batches of 1,000. */
const hotGoal = (rows: Measurement['rows']): Goal => ({
  row: 'delivery report with its index, a hot instance',
  unit: 'write units',
  ours: Number(rows[1]?.[5]),
  peer: { name: 'three copies, three counters', figure: Number(rows[1]?.[7]) },
  goal: { of: 'figure', most: 1.5 },
});

/** The write units of reports from the call to the index, compared with a simple design. */
export const deliveryWrites: Section = {
  name: 'delivery-writes',
  measure: async () => {
    const rows: Measurement['rows'][number][] = [];
    for (const load of loads) rows.push(...(await rowsOf(load)));
    return [
      {
        title: 'Write units of a delivery report',
        head: ['instances', 'reports', 'in a batch', 'record', 'index', 'together', '$ a million', 'naive', 'of naive'],
        rows,
        goals: [hotGoal(rows)],
      },
    ];
  },
};
