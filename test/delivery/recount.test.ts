import { test } from '@jest/globals';
import fc from 'fast-check';
import { recountedHistories } from './history-property.ts';

test('after any history every rollup is the sum of what is beneath it', async () => {
  await fc.assert(recountedHistories, { numRuns: 2_000 });
});
