import type { World } from '../model/world.ts';
import type { Operations } from '../replay/operations.ts';

/** Seconds of virtual time. */
export interface Span {
  /** The time until the load is steady. */
  readonly warm: number;
  readonly counted: number;
}

/** A load of one kind, and the parts of the service that it uses. */
export interface Scenario {
  readonly name: string;
  /** The load, the number of partners, and what is left out. */
  readonly about: string;
  /** What is counted. */
  readonly unit: string;
  readonly seconds: Span;
  /** The most seconds of the 99th percentile. */
  readonly within: number;
  /** The share of the whole that is simulated. */
  readonly scale: number;
  /** The fast form, which only detects a regression. */
  readonly fast: Span & { readonly scale: number };
  /** @param rate operations a second. @returns a function that counts what waits in queues and streams */
  readonly begin: (world: World, operations: Operations, rate: number) => () => number;
}

export const nothingWaits = (): number => 0;
