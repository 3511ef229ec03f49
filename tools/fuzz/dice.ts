import { randomFrom } from '../bench/delivery/event-traffic.ts';

/** Pseudo-random choices, the same for the same seed. */
export interface Dice {
  /** 0 <= n < below */
  readonly int: (below: number) => number;
  readonly chance: (probability: number) => boolean;
  readonly pick: <T>(from: readonly [T, ...T[]]) => T;
  /** Undefined for an empty list. */
  readonly any: <T>(from: readonly T[]) => T | undefined;
}

export const diceOf = (seed: number): Dice => {
  const random = randomFrom(seed);
  const int = (below: number): number => Math.floor(random() * below);
  return {
    int,
    chance: (probability) => random() < probability,
    pick: (from) => from[int(from.length)] ?? from[0],
    any: (from) => from[int(from.length)],
  };
};
