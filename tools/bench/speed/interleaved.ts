import type { Bundle } from './bundles.ts';

export type Timings = ReadonlyMap<Bundle, readonly number[]>;

/** Runs the bundles in turn, so that a disturbance of the machine affects all of them. */
export const interleaved = async (
  bundles: readonly Bundle[],
  rounds: number,
  measure: (bundle: Bundle) => Promise<number>,
): Promise<Timings> => {
  const timings = new Map(bundles.map((bundle) => [bundle, new Array<number>()]));
  for (let round = 0; round < rounds; round += 1) {
    for (const bundle of bundles) timings.get(bundle)?.push(await measure(bundle));
  }
  return timings;
};

export const figuresOf = (timings: Timings, bundle: Bundle): readonly number[] => timings.get(bundle) ?? [];
