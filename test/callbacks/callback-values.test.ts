import { expect, test } from '@jest/globals';
import { optionalTime } from '../../lambdas/callbacks/callback-values.ts';

test.each([
  [1_793_577_602, 1_793_577_602_000],
  ['1793577602', 1_793_577_602_000],
  [1_793_577_602_000, 1_793_577_602_000],
  [1e300, undefined],
  [0, undefined],
  ['soon', undefined],
])('the time %j is %j in milliseconds', (given, time) => {
  expect(optionalTime.parse(given)).toBe(time);
});
