import { expect, test } from '@jest/globals';
import { expectedSeconds } from '../../tools/proof/durations.ts';
import { orderOf } from '../../tools/proof/order.ts';

const long = 'portal/pages';
const middle = 'stack/erasure';
const short = 'lines/late-removal';
const suites = [middle, short, long];
const total = suites.reduce((sum, suite) => sum + expectedSeconds(suite), 0);

test('the longest suites are run first when there is time for all, on a slow machine too', () => {
  expect(orderOf(suites, 2, Infinity)).toEqual([long, middle, short]);
  expect(orderOf(suites, 2, 0.75 * total)).toEqual([long, middle, short]);
});

test('the shortest suites are run first when there may not be time for all', () => {
  expect(orderOf(suites, 2, 0.74 * total)).toEqual([short, middle, long]);
  expect(orderOf(suites, 1, 0.75 * total)).toEqual([short, middle, long]);
});
