import { contentionPauses } from './model/contention.ts';
import { scaled, type Deployment } from './model/deployment.ts';
import { World } from './model/world.ts';
import type { ResourceReport } from './model/resource.ts';
import { limitsOf, type Limits } from './quotas.ts';
import { Operations } from './replay/operations.ts';
import type { Scenario, Span } from './scenarios/scenario.ts';

export interface Measured {
  /** Operations per second. */
  readonly offered: number;
  readonly served: number;
  /** Units a second. */
  readonly write: number;
  readonly read: number;
  /** Milliseconds. */
  readonly p99: number;
  /** The seconds in which less than nine of ten operations were served. */
  readonly dip: number;
  readonly isSustained: boolean;
  /** The most loaded first. */
  readonly resources: readonly ResourceReport[];
}

/** The context of a run. */
export interface Bench {
  readonly operations: Operations;
  readonly pauses: readonly number[];
  readonly seed: number;
}

export const openBench = async (seed: number): Promise<Bench> => ({
  operations: new Operations(),
  pauses: await contentionPauses(),
  seed,
});

/** The share of the offered load that must be served. */
export const leastServed = 0.985;
/** A load is not sustained when a queue grows by more than this share of it. */
const mostGrowth = 0.05;

/** The quotas and the deployment of a run. */
export interface Setting {
  /** Quotas that differ from the defaults. */
  readonly raised: Partial<Limits>;
  readonly deployment: Deployment;
}

/** A resource that refuses calls ranks before a busy one, because resources that wait for it are busy too. */
const rank = ({ load, refused }: ResourceReport): number => Math.min(load, 1) + (refused > 0 && load > 0.9 ? 1 : 0);

const bottlenecks = (resources: readonly ResourceReport[]): readonly ResourceReport[] =>
  resources.toSorted((left, right) => rank(right) - rank(left));

export interface Load {
  readonly scenario: Scenario;
  /** Operations per second. */
  readonly rate: number;
  readonly setting: Setting;
  /** The simulated share of the whole. Rates and units are those of the whole. */
  readonly scale: number;
  readonly seconds: Span;
}

export const measure = (
  { operations, pauses, seed }: Bench,
  { scenario, rate, setting, scale, seconds: { warm, counted: seconds } }: Load,
): Measured => {
  const world = new World({
    seed,
    pauses,
    scale,
    limits: limitsOf(setting.raised, scale),
    deployment: scaled(setting.deployment, scale),
  });
  const waiting = scenario.begin(world, operations, rate);
  world.engine.runUntil(warm * 1_000);
  world.beginCount();
  const before = waiting();
  world.engine.runUntil((warm + seconds) * 1_000);
  const { tally } = world;
  const { read, write } = world.table.used;
  const p99 = tally.percentile(0.99);
  const grown = waiting() - before;
  const isSustained =
    tally.served >= leastServed * tally.offered &&
    grown <= mostGrowth * tally.offered &&
    p99 <= scenario.within * 1_000;
  const ofWhole = (count: number): number => count / seconds / scale;
  return {
    offered: ofWhole(tally.offered),
    served: ofWhole(tally.served),
    write: ofWhole(write),
    read: ofWhole(read),
    p99,
    isSustained,
    dip: tally.secondsBelow(0.9, seconds),
    resources: bottlenecks(world.report(seconds)),
  };
};
