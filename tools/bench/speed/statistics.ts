/** Of an odd number of figures. */
export const median = (figures: readonly number[]): number =>
  figures.toSorted((left, right) => left - right)[Math.floor(figures.length / 2)] ?? Number.NaN;

export const least = (figures: readonly number[]): number => Math.min(...figures);

/** The interquartile range as a share of the median: the machine's noise. */
export const spread = (figures: readonly number[]): number => {
  const sorted = figures.toSorted((left, right) => left - right);
  const quarter = Math.floor(sorted.length / 4);
  return ((sorted.at(-1 - quarter) ?? 0) - (sorted[quarter] ?? 0)) / median(figures);
};
