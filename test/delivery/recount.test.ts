import { test } from '@jest/globals';
import fc from 'fast-check';
import { recountedHistories } from './history-property.ts';

test('every rollup is the sum of what is beneath it after any history', async () => {
  await fc.assert(recountedHistories, { numRuns: 2_000 });
});
