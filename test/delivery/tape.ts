/** Decisions read from random bytes, so that a history shrinks with its bytes. Past the end: zeros. */
export interface Tape {
  /** 0 … below `bound` (at most 256). */
  readonly below: (bound: number) => number;
  readonly pick: <T>(choices: readonly [T, ...T[]]) => T;
  readonly atEnd: () => boolean;
}

export const tapeOf = (bytes: Uint8Array): Tape => {
  let at = 0;
  const below = (bound: number): number => (bytes[at++] ?? 0) % bound;
  return {
    below,
    pick: (choices) => choices[below(choices.length)] ?? choices[0],
    atEnd: () => at >= bytes.length,
  };
};
