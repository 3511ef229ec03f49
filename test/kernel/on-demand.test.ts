import { expect, test } from '@jest/globals';
import { onDemand } from '../../lambdas/kernel/on-demand.ts';

test('what several ask for at once is made once, and kept', async () => {
  let made = 0;
  const ask = onDemand(() => Promise.resolve((made += 1)));
  expect(made).toBe(0);
  expect(await Promise.all([ask(), ask()])).toEqual([1, 1]);
  expect(await ask()).toBe(1);
});

test('a failure is not kept: the next one that asks has it made again', async () => {
  let tries = 0;
  const ask = onDemand(() => {
    tries += 1;
    return tries === 1 ? Promise.reject(new Error('not loaded')) : Promise.resolve('made');
  });
  await expect(ask()).rejects.toThrow('not loaded');
  expect(await ask()).toBe('made');
  expect(await ask()).toBe('made');
  expect(tries).toBe(2);
});
