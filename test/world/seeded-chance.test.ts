import { expect, it } from '@jest/globals';
import { newId } from '../../lambdas/runtime/clock.ts';
import { readyProcess } from '../../tools/world/playing.ts';
import { seedChance } from '../../tools/world/seeded-chance.ts';

it('gives a seed the same ids, however many were drawn before', async () => {
  await readyProcess();
  const idsAfter = (drawn: number): readonly string[] => {
    for (let count = 0; count < drawn; count += 1) newId(0);
    seedChance(7);
    return Array.from({ length: 600 }, () => newId(0));
  };
  const ids = idsAfter(0);
  expect(new Set(ids).size).toBe(600);
  for (const drawn of [1, 100, 255, 256]) expect(idsAfter(drawn)).toEqual(ids);
});
