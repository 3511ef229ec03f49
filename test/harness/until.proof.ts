import { expect, test } from '@jest/globals';
import { until } from '../../tools/harness/whole-stack.ts';

test('a wait returns the first answer that is as expected', async () => {
  let asked = 0;
  const ask = (): Promise<number> => Promise.resolve((asked += 1));
  expect(await until(ask, (found) => found > 2)).toBe(3);
});

test('a wait that takes too long fails with what was expected, and with the last answer', async () => {
  const waited = until(
    () => Promise.resolve({ status: 'running' }),
    ({ status }) => status === 'completed',
    0,
  );
  await expect(waited).rejects.toThrow(
    /^no answer was as expected within 0 s: .*'completed'.*\. The last one was .*'running'/s,
  );
});
