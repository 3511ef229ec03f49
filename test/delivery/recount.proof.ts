import { test } from '@jest/globals';
import fc from 'fast-check';
import { runsOf } from '../share.ts';
import { recountedHistories } from './history-property.ts';

test('every rollup is the sum of what is beneath it after any history', async () => {
  await fc.assert(recountedHistories, { numRuns: runsOf(2_000) });
});
