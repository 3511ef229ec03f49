import type { World } from '../model/world.ts';
import type { Operations } from '../replay/operations.ts';

/** Seconds of virtual time. */
export interface Span {
  /** Until the load is steady. */
  readonly warm: number;
  readonly counted: number;
}

/** A load of one kind, and the parts of the service that it goes through. */
export interface Scenario {
  readonly name: string;
  /** What comes, over how many partners, and what is left out. */
  readonly about: string;
  /** What a second of it is. */
  readonly unit: string;
  readonly seconds: Span;
  /** The longest that one of a hundred may take: seconds. */
  readonly within: number;
  /** The share of the whole that is simulated. */
  readonly scale: number;
  /** The fast form, which tells a step back and little more. */
  readonly fast: Span & { readonly scale: number };
  /** @param rate operations a second @returns how much waits in queues and streams */
  readonly begin: (world: World, operations: Operations, rate: number) => () => number;
}

export const nothingWaits = (): number => 0;
