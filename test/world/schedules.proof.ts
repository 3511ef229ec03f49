import { expect, test } from '@jest/globals';
import { playWorld } from './schedules.ts';

test.each([
  ['fixed', '100000'],
  ['new', 'new'],
])('no rule breaks in 200 %s schedules', (_, from) => {
  const printed = playWorld('--from', from, '--schedules', '200');
  console.log(printed);
  expect(printed).toMatch(/^200 schedules from seed \d+, .* 0 broken$/m);
});
