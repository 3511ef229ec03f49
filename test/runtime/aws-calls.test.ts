import { mock } from 'node:test';
import { expect, test } from '@jest/globals';
import { Backoff } from '../../lambdas/runtime/aws-calls.ts';

const pausesFrom = (base: number): readonly number[] => {
  const backoff = new Backoff();
  backoff.setDelayBase(base);
  return [0, 1, 2].map((retries) => backoff.computeNextBackoffDelay(retries));
};

// The SDK sets 25 ms for a call of DynamoDB that was lost, and 1,000 ms for one that was throttled.
test('a call is repeated after a pause that doubles, up to 25 ms after a loss and up to 50 ms after a throttling', () => {
  const random = mock.method(Math, 'random', () => 1);
  expect(pausesFrom(25)).toEqual([25, 50, 100]);
  expect(pausesFrom(1_000)).toEqual([50, 100, 200]);
  random.mock.mockImplementation(() => 0);
  expect(pausesFrom(1_000)).toEqual([0, 0, 0]);
});
