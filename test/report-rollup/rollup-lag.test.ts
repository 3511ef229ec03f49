import { expect, test } from '@jest/globals';
import { rollupLag } from '../../lambdas/report-rollup/rollup-lag.ts';

test('the lag is that of the oldest record', () => {
  const records = [110, 100, 105].map((seconds) => ({ dynamodb: { ApproximateCreationDateTime: seconds } }));
  expect(rollupLag(records, 112_500)).toBe(12_500);
  expect(rollupLag([], 112_500)).toBeNull();
});
