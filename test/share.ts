const { PROOF_WHOLE: whole } = process.env;

/** One of so many seeds, histories, looks and places of a crash is tried by default; each of them is with `npm run proof -- --whole`. */
const share = whole === undefined ? 10 : 1;

/** A number that is of the size of production, where a tenth of it would still take too long by default. */
export const sizeOf = ({ all, byDefault }: { readonly all: number; readonly byDefault: number }): number =>
  whole === undefined ? byDefault : all;

/** The number of random cases, or of calls, events and days of a long history. */
export const runsOf = (all: number): number => Math.ceil(all / share);

/** Some of a list, from its beginning to its end, and never fewer than two. */
export const someOf = <T>(all: readonly T[]): readonly T[] => {
  const wanted = Math.max(2, runsOf(all.length));
  if (wanted >= all.length) return all;
  const places = Array.from({ length: wanted }, (_, index) => Math.round((index * (all.length - 1)) / (wanted - 1)));
  return all.filter((_, index) => places.includes(index));
};
