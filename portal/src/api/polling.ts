/** Seconds between looks at long work. */
const ladder = [1, 1, 2, 3, 5, 8, 13, 15] as const;

/** Milliseconds until the next look. @param looks how many there were */
export const pollAfter = (looks: number): number => (ladder[Math.min(looks, ladder.length - 1)] ?? 15) * 1000;
