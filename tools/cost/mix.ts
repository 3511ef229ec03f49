import { prices } from '../../lib/prices.ts';
import { assumptions } from './assumptions.ts';
import { callbackParts, callParts, eventParts, indexCost, storedCost, sumOf, type Part } from './per-use.ts';
import { standingCounts } from './standing-counts.ts';
import { edgeCost, edgeStandingCost, memberCost, standingParts, trafficMetrics } from './standing.ts';
import type { MeasuredUnits } from './units.ts';

/** The traffic of a month, of all partners together. */
export interface Mix {
  /** Reads of one record. */
  readonly reads: number;
  /** Changes of customers, each with an event. */
  readonly events: number;
  /** The share of attempts that fail, 0 to 1. */
  readonly failing: number;
  readonly reports: number;
  /** Callbacks with a status that are sent on, and reported by that. */
  readonly callbacks: number;
  /** The share of calls to an environment without the caller in its cache, 0 to 1. */
  readonly cold: number;
  /** GiB in the table. */
  readonly stored: number;
  /** People who sign in to the portal. */
  readonly members: number;
  /** Whether calls come through the edge. */
  readonly edge: boolean;
}

/**
 * The cost of a mix per month, in dollars. Reports count as sparse: docs/adr/0009-delivery-index.md. No call shares its second. Metrics count as if
 * each got values in each hour.
 */
export const mixParts = (measured: MeasuredUnits, mix: Mix): readonly Part[] => {
  const callOf = (route: string, about: string): number => {
    const { warm, cold } = measured.call(route, about);
    return (1 - mix.cold) * sumOf(callParts(warm)) + mix.cold * sumOf(callParts(cold, true));
  };
  const count = assumptions.countUnits * prices.writeUnit;
  const delivered = sumOf(eventParts([measured.delivery('delivered at the first attempt')]));
  const failed = sumOf(eventParts([measured.delivery('an attempt that fails')]));
  const calls = mix.reads + mix.events + mix.reports;
  const taken = measured.delivery('a status that is taken, and its report');
  const callback = sumOf(callbackParts(taken, 1));
  const report = callOf('report-partner-message-status', 'a message of an instance that reported before');
  return [
    { what: 'the stage', dollars: sumOf(standingParts(standingCounts)) },
    { what: 'reads', dollars: mix.reads * (count + callOf('get-partner-instance', 'by instance_id')) },
    { what: 'changes', dollars: mix.events * (count + callOf('update-partner-customer', 'by customer_id')) },
    { what: 'their events', dollars: mix.events * (delivered + (mix.failing / (1 - mix.failing)) * failed) },
    { what: 'reports', dollars: mix.reports * (report + indexCost(assumptions.sparseIndexUnits)) },
    { what: 'callbacks sent on', dollars: mix.callbacks * (callback + indexCost(assumptions.sparseIndexUnits)) },
    { what: 'its metrics, at most', dollars: calls + mix.callbacks === 0 ? 0 : trafficMetrics * prices.metric },
    { what: 'members', dollars: mix.members * memberCost },
    { what: 'the edge', dollars: mix.edge ? edgeStandingCost + calls * edgeCost : 0 },
    { what: 'the table, with recovery', dollars: storedCost(mix.stored * 2 ** 30) },
  ];
};

/** What the traffic of a mix costs an hour, as the alarm on cost estimates it: without what a stage costs by itself. */
export const hourlyCost = (measured: MeasuredUnits, mix: Mix): number => {
  const traffic = sumOf(mixParts(measured, { ...mix, stored: 0, members: 0, edge: false }));
  const standing = sumOf(standingParts(standingCounts)) + trafficMetrics * prices.metric;
  return Math.max(0, traffic - standing) / assumptions.monthHours;
};
