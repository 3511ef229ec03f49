import { describe, expect, it } from '@jest/globals';
import { hourlyCost, mixParts } from '../../tools/cost/mix.ts';
import { assumptions } from '../../tools/cost/assumptions.ts';
import { eventParts, sumOf } from '../../tools/cost/per-use.ts';
import { standingCounts } from '../../tools/cost/standing-counts.ts';
import { standingParts, trafficMetrics } from '../../tools/cost/standing.ts';
import { prices } from '../../lib/prices.ts';
import { unitsIn } from '../../tools/cost/units.ts';

const page = [
  '| `get-partner-instance` | by instance_id | 2 | 2 | 2 | 0 | 6 | 6 | 3.5 | 1 |',
  '| `update-partner-customer` | by customer_id | 2 | 2 | 2 | 7 | 6 | 6 | 3.5 | 8 |',
  '| `report-partner-message-status` | a message of an instance that reported before | 1 | 1 | 0 | 1 | 6 | 7 | 2.5 | 2 |',
  '| delivered at the first attempt | 5 | 3 |',
  '| an attempt that fails | 5 | 8 |',
  '| a status that is taken, and its report | 1.5 | 1 |',
].join('\n');
const measured = unitsIn(page);
const nothing = {
  reads: 0,
  events: 0,
  failing: 0,
  reports: 0,
  callbacks: 0,
  cold: 0,
  stored: 0,
  members: 0,
  edge: false,
};
const costOf = (mix: object): number => sumOf(mixParts(measured, { ...nothing, ...mix }));
const empty = sumOf(standingParts(standingCounts));

describe('the measured units', () => {
  it('are read from the page, warm and cold', () => {
    expect(measured.call('update-partner-customer', 'by customer_id')).toEqual({
      warm: { read: 2, write: 7 },
      cold: { read: 3.5, write: 8 },
    });
    expect(measured.delivery('an attempt that fails')).toEqual({ read: 5, write: 8 });
  });

  it('of a row that is not there are none', () => {
    expect(() => measured.call('get-partner-instance', 'by nothing')).toThrow('has no row');
  });
});

describe('the cost of a mix', () => {
  it('is the cost of the empty stage without calls', () => {
    expect(costOf({})).toBeCloseTo(empty);
  });

  it('grows with each part of it', () => {
    for (const part of [{ reads: 1e6 }, { events: 1e6 }, { reports: 1e6 }, { callbacks: 1e6 }, { stored: 10 }]) {
      expect(costOf(part)).toBeGreaterThan(empty + 1);
    }
    expect(costOf({ reads: 1e6, cold: 1 })).toBeGreaterThan(costOf({ reads: 1e6 }));
    expect(costOf({ members: 100 })).toBeCloseTo(empty + 2);
    expect(costOf({ reads: 1e6, edge: true }) - costOf({ reads: 1e6 })).toBeGreaterThan(1.6);
  });

  it('has the metrics of the traffic once', () => {
    const calls = (reads: number): number => costOf({ reads }) - empty;
    expect(2 * calls(1e6) - calls(2e6)).toBeCloseTo(trafficMetrics * prices.metric);
  });

  it('counts one failed attempt per event when every second attempt fails', () => {
    const failed = sumOf(eventParts([measured.delivery('an attempt that fails')]));
    expect(costOf({ events: 1e6, failing: 0.5 }) - costOf({ events: 1e6 })).toBeCloseTo(1e6 * failed);
  });

  it('of an hour is that of the traffic alone', () => {
    const mix = { ...nothing, reads: 1e6, members: 100, stored: 10, edge: true };
    const traffic = costOf({ reads: 1e6 }) - empty - trafficMetrics * prices.metric;
    expect(hourlyCost(measured, mix)).toBeCloseTo(traffic / assumptions.monthHours);
    expect(hourlyCost(measured, nothing)).toBe(0);
  });
});
