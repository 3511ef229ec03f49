/** With as many, the axis has whole numbers only: it has no more than one mark for 50 pixels. */
const least = 5;

/** The axis of counts, from 0 to the highest. */
export const countDomain = (counts: readonly number[]): [number, number] => [0, Math.max(least, ...counts)];
