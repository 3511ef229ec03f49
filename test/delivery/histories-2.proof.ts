import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { histories } from './history-property.ts';

/** Half of 100,000 histories: two files, so that two workers share them. */
const runs = 50_000;

test('half of 100,000 random histories have the counts of an oracle', async () => {
  const { failed, numRuns, errorInstance, counterexample } = await fc.check(histories, { numRuns: runs });
  expect({ failed, errorInstance, counterexample }).toEqual({
    failed: false,
    errorInstance: null,
    counterexample: null,
  });
  expect(numRuns).toBe(runs);
});
