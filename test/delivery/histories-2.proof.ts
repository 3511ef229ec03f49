import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { histories } from './history-property.ts';

/** Half of 100,000 histories: two files, so that two workers share them. */
const runs = 50_000;

test('half of 100,000 random histories have the counts of an oracle', async () => {
  const checked = await fc.check(histories, { numRuns: runs });
  // The message has the seed with which the history is found again.
  expect(await fc.asyncDefaultReportMessage(checked)).toBeUndefined();
  expect(checked.numRuns).toBe(runs);
});
