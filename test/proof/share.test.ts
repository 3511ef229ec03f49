import { expect, test } from '@jest/globals';
import { runsOf, someOf } from '../share.ts';

const places = (count: number): readonly number[] => Array.from({ length: count }, (_, place) => place);

test('a tenth of the random cases is tried', () => {
  expect([runsOf(50_000), runsOf(12), runsOf(1)]).toEqual([5_000, 2, 1]);
});

test('a tenth of a list is tried, with its first and its last place', () => {
  expect(someOf(places(71))).toEqual([0, 10, 20, 30, 40, 50, 60, 70]);
});

test('a short list is tried at both of its ends, or whole', () => {
  expect(someOf(places(9))).toEqual([0, 8]);
  expect(someOf(places(2))).toEqual([0, 1]);
  expect(someOf(places(1))).toEqual([0]);
});
