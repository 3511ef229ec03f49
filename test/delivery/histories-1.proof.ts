import { test } from '@jest/globals';
import fc from 'fast-check';
import { histories } from './history-property.ts';

/** Half of 100,000 histories: two files, so that two workers share them. */
test('half of 100,000 random histories have the counts of an oracle', async () => {
  await fc.assert(histories, { numRuns: 50_000 });
});
