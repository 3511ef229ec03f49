import type { BlockLimits } from './block-list.ts';

/** Blocks of about 200 events: a page of 200 reads two of them, 4 to 5 read units. */
export const blockLimits: BlockLimits = { events: 256, bytes: 192_000, segments: 16 };

/** The most hours of one commit. Each has two lists of two parts, its instances and its day, and all share an octave: 49 of a transaction's 100 items. */
export const hoursInCommit = 8;

/** Runs of neighbouring indexes. One query reads the blocks of a run. */
export const runsOf = (indexes: Iterable<number>): readonly (readonly [first: number, last: number])[] => {
  const runs: [number, number][] = [];
  for (const index of Array.from(indexes).sort((left, right) => left - right)) {
    const run = runs.at(-1);
    if (run?.[1] === index - 1) run[1] = index;
    else runs.push([index, index]);
  }
  return runs;
};
