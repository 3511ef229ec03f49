import type { DeliveryIndex } from '@swift-worker/time-index/delivery-index.ts';
import { hourLength, hourOf } from '@swift-worker/time-index/time-grid.ts';
import { healthWindow } from '../../../lambdas/domain/delivery/health-window.ts';
import type { DeliveryScope } from '../../../lambdas/store/delivery/keys.ts';
import { readHealth } from '../../../lambdas/store/delivery/read-health.ts';
import type { Goal, Measurement, Section } from '../section.ts';
import { nothingWaits } from '../../../lambdas/store/delivery/waiting-reports.ts';
import { metered, newMeter } from './metered-index.ts';
import { pageCost, retryPolicy } from './page-costs.ts';
import { numberOf, syntheticIndex } from './synthetic-index.ts';

const now = Date.UTC(2026, 4, 20, 10, 30, 0, 250);
const hours = 2_160;
const partnerId = '01920001-0000-7000-8000-000000000001';
const instanceId = (number: number): string => `01920002-0000-7000-8000-${String(number).padStart(12, '0')}`;

interface Size {
  readonly events: number;
  readonly instances: number;
  readonly scope: DeliveryScope;
}

const sizes: readonly Size[] = [
  { events: 200_016_000, instances: 50, scope: { kind: 'partner', partnerId } },
  { events: 20_001_600, instances: 5, scope: { kind: 'customer', partnerId, customerId: instanceId(9) } },
  { events: 4_000_320, instances: 1, scope: { kind: 'instance', partnerId, instanceId: instanceId(0) } },
];

const first = hourOf(now) - hours;
/** From the second hour on, so that no event is older than 90 days. */
const range = { from: (first + 1) * hourLength, to: now };

const indexOf = ({ events, instances }: Size): DeliveryIndex =>
  syntheticIndex({
    first,
    last: hourOf(now) - 1,
    perHour: events / hours,
    instances: Array.from({ length: instances }, (_, number) => instanceId(number)),
    blockSize: 192,
    segments: 2,
  });

const pageRows = async (size: Size): Promise<Measurement['rows']> => {
  const index = indexOf(size);
  const total = size.events - size.events / hours;
  const last = Math.min(1_000_000, Math.ceil(total / 200));
  const rows: (readonly (string | number)[])[] = [];
  for (const page of [1, Math.floor(last / 2), last]) {
    const cost = await pageCost(index, size.scope, range, page, now);
    const newest = cost.events[0];
    const expected = size.events - 1 - (page - 1) * 200;
    if (cost.total !== total || newest === undefined || numberOf(newest) !== expected) throw new Error('a wrong page');
    rows.push([size.scope.kind, size.events, page, cost.events.length, cost.requests, cost.depth, cost.readUnits]);
  }
  return rows;
};

const healthRow = async (size: Size, windowHours: number): Promise<readonly (string | number)[]> => {
  const meter = newMeter();
  const index = metered(indexOf(size), meter);
  await readHealth({ index, retryPolicy, waiting: nothingWaits }, size.scope, healthWindow(windowHours, now));
  return [size.scope.kind, size.instances, windowHours, meter.requests, meter.depth, meter.readUnits];
};

/** Goals for the last page of the largest scope: its cost, and its cost relative to page 1. */
const pageGoals = (pages: Measurement['rows']): readonly Goal[] => {
  const [first, , last] = pages;
  const [requests, read] = [Number(last?.[4]), Number(last?.[6])];
  return [
    {
      row: 'page 1,000,000 of 200 million',
      unit: 'requests',
      ours: requests,
      peer: null,
      goal: { of: 'figure', most: 8 },
    },
    { row: 'the same', unit: 'read units', ours: read, peer: null, goal: { of: 'figure', most: 20 } },
    {
      row: 'the same beside page 1',
      unit: 'requests',
      ours: requests,
      peer: { name: 'page 1', figure: Number(first?.[4]) },
      goal: { of: 'ratio', most: 1.1 },
    },
  ];
};

/** Pages of 200 million events and health of 90 days, by the service's own code on a synthetic index. */
export const deliveryPages: Section = {
  name: 'delivery-pages',
  measure: async () => {
    const pages: Measurement['rows'][number][] = [];
    const health: Measurement['rows'][number][] = [];
    for (const size of sizes) {
      pages.push(...(await pageRows(size)));
      for (const windowHours of [24, 72, hours]) health.push(await healthRow(size, windowHours));
    }
    return [
      {
        title: 'Search of 90 days, pages of 200 (eventual reads)',
        head: ['scope', 'events', 'page', 'items', 'requests', 'one after another', 'read units'],
        rows: pages,
        goals: pageGoals(pages),
      },
      {
        title: 'Delivery health (eventual reads)',
        head: ['scope', 'instances', 'hours', 'requests', 'one after another', 'read units'],
        rows: health,
      },
    ];
  },
};
