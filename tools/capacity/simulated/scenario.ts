import { leastServed, type Measured } from '../measured.ts';
import type { Setting } from '../setting.ts';
import { World } from './world.ts';

/** Seconds of virtual time, and the share of the whole that is simulated. */
export interface Span {
  /** The time until the load is steady. */
  readonly warm: number;
  readonly counted: number;
  readonly scale: number;
}

/** A load whose limits depend on time. */
export interface Scenario {
  readonly span: Span;
  /** The fast form, which only detects a regression. */
  readonly fast: Span;
  /** The most seconds of the 99th percentile. */
  readonly within: number;
  /** @param rate operations a second. @returns a function that counts what waits */
  readonly begin: (world: World, rate: number) => () => number;
}

/** A load is not sustained when a queue grows by more than this share of it. */
const mostGrowth = 0.05;

export interface Simulated extends Measured {
  readonly isSustained: boolean;
}

export const simulate = (
  { begin, within }: Scenario,
  setting: Setting,
  rate: number,
  { seed, span: { warm, counted, scale } }: { readonly seed: number; readonly span: Span },
): Simulated => {
  const world = new World(seed, setting, scale);
  const waiting = begin(world, rate);
  world.engine.runUntil(warm * 1_000);
  world.beginCount();
  const before = waiting();
  world.engine.runUntil((warm + counted) * 1_000);
  const measured = world.report(counted);
  const grown = (waiting() - before) / counted / scale;
  const isSustained =
    measured.served >= leastServed * measured.offered &&
    grown <= mostGrowth * measured.offered &&
    (measured.times?.p99 ?? 0) <= within * 1_000;
  return { ...measured, isSustained };
};
