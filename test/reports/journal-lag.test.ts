import { expect, test } from '@jest/globals';
import { journalLag } from '../../lambdas/reports/journal-lag.ts';

test('the lag is that of the oldest record', () => {
  const records = [110, 100, 105].map((seconds) => ({ dynamodb: { ApproximateCreationDateTime: seconds } }));
  expect(journalLag(records, 112_500)).toBe(12_500);
  expect(journalLag([], 112_500)).toBeNull();
});
