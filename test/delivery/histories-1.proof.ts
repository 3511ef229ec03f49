import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { histories } from './history-property.ts';

/** 100,000 in all; in two files, so that two workers share them. */
const runs = 50_000;

test('half of 100,000 random histories end as an oracle counts them', async () => {
  const { failed, numRuns, errorInstance, counterexample } = await fc.check(histories, { numRuns: runs });
  expect({ failed, errorInstance, counterexample }).toEqual({
    failed: false,
    errorInstance: null,
    counterexample: null,
  });
  expect(numRuns).toBe(runs);
});
