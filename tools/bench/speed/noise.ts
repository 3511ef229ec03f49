import type { Section } from '../section.ts';
import { least, median, spread } from './statistics.ts';

/** Does the same work each time. */
const spin = (): number => {
  const began = performance.now();
  let state = 1;
  for (let count = 0; count < 20_000_000; count += 1) state = (Math.imul(state, 1_103_515_245) + 12_345) | 0;
  // Uses the result, so that the loop is not optimised away.
  return performance.now() - began + (state === 0 ? 1 : 0);
};

const spins = (): readonly number[] => {
  spin();
  return Array.from({ length: 31 }, spin);
};

/** How much longer the median of equal work takes than the least, as a share. */
export const noiseOfMachine = (): number => {
  const times = spins();
  return median(times) / least(times) - 1;
};

/** The noise of the machine: the variation of the times of equal work. */
export const noise: Section = {
  name: 'noise',
  measure: () => {
    const times = spins();
    const row = [times.length, least(times), median(times), Math.max(...times), spread(times)];
    return Promise.resolve([
      {
        title: 'A fixed loop again and again: the noise of this machine (milliseconds)',
        head: ['times', 'least', 'median', 'most', 'spread of the middle half'],
        rows: [row],
      },
    ]);
  },
};
