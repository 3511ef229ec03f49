import { expect, test } from '@jest/globals';
import { play } from './playing.ts';

test('no rule breaks when an actor is alone, nor at a sample of its calls with a fault', () => {
  const printed = play('tools/scene.ts', '--every', '600');
  expect(printed).toMatch(/^\d{3} played, \d{2,} disturbances, 0 broken$/m);
});
