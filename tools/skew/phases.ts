import type { LocalFunction } from '@swift-worker/local-cloud/lambda/function.ts';

/** The share of the released version's invocations in a part of the run, by function. */
export interface Phase {
  readonly name: string;
  readonly releasedShare: (place: number) => number;
}

/** A release as it goes out, a roll-back in its midst, the release whole, and a roll-back after it. */
export const phases: readonly Phase[] = [
  { name: 'the release alone', releasedShare: () => 1 },
  { name: '10 % present', releasedShare: () => 0.9 },
  { name: '90 % present', releasedShare: () => 0.1 },
  { name: 'back to 10 % present', releasedShare: () => 0.9 },
  // What one function writes, a function of the other version reads.
  { name: 'every other function present', releasedShare: (place) => place % 2 },
  { name: 'the others present', releasedShare: (place) => 1 - (place % 2) },
  { name: 'the present version alone', releasedShare: () => 0 },
  { name: 'back to the release alone', releasedShare: () => 1 },
];

export const beginPhase = async (functions: Iterable<LocalFunction>, phase: Phase): Promise<void> => {
  const all = [...functions].toSorted((left, right) => (left.configuration.name < right.configuration.name ? -1 : 1));
  for (const [place, lambda] of all.entries()) lambda.shift(phase.releasedShare(place));
  // Environments that wait keep the code that they began with.
  await Promise.all(all.map((lambda) => lambda.recycle()));
};
