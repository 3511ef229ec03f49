import { expect, test } from '@jest/globals';
import { play } from './playing.ts';

test('no rule breaks when an actor is alone, nor at a sample of its calls with a fault', () => {
  const printed = play('tools/scene.ts', '--every', '600');
  expect(printed).toMatch(/^\d{3} played, \d{2,} disturbances, 0 broken$/m);
});

test.each([
  ['connects a line', '60'],
  ['chooses a number', '60'],
  ['renews the first line', '60'],
  ['deactivates the first line', '11'],
])('a process that dies leaves %s to one that ends it', (name, every) => {
  expect(play('tools/scene.ts', name, '--every', every)).toMatch(/, \d{2,} disturbances, 0 broken$/m);
});
