import { expect, test } from '@jest/globals';
import { playWorld } from './playing.ts';

test('no rule breaks in 24 fixed schedules', () => {
  expect(playWorld('--from', '1', '--schedules', '24')).toContain('24 schedules from seed 1, ');
});

test('another process repeats a schedule call by call', () => {
  const first = playWorld('--seed', '13');
  expect(first.split('\n').length).toBeGreaterThan(200);
  expect(playWorld('--seed', '13')).toBe(first);
});
