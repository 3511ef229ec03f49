import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { runsOf } from '../share.ts';
import { histories } from './history-property.ts';

/** Two files, so that two workers share the 100,000 histories. */
const runs = runsOf(50_000);

test(`${runs} random histories have the counts of an oracle`, async () => {
  const checked = await fc.check(histories, { numRuns: runs });
  // The message has the seed with which the history is found again.
  expect(await fc.asyncDefaultReportMessage(checked)).toBeUndefined();
  expect(checked.numRuns).toBe(runs);
});
