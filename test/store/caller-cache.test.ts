import { expect, test } from '@jest/globals';
import { remembering } from '../../lambdas/store/partners/caller-cache.ts';

test('unknown ids are cached, and never evict the known ones', async () => {
  const reads: string[] = [];
  const find = remembering(
    () => 0,
    (id) => {
      reads.push(id);
      return Promise.resolve(id.startsWith('known') ? id : null);
    },
  );
  await find('known');
  for (let number = 0; number < 20_000; number += 1) await find(`unknown-${number}`);
  reads.length = 0;
  expect([await find('known'), await find('unknown-19999')]).toEqual(['known', null]);
  expect(reads).toEqual([]);
  // Only the latest unknown ids are kept.
  await find('unknown-0');
  expect(reads).toEqual(['unknown-0']);
});

test('the oldest entries are evicted first', async () => {
  const reads: string[] = [];
  const find = remembering(
    () => 0,
    (id) => {
      reads.push(id);
      return Promise.resolve(id);
    },
  );
  for (let number = 0; number <= 10_000; number += 1) await find(`known-${number}`);
  reads.length = 0;
  await find('known-10000');
  await find('known-1');
  await find('known-0');
  expect(reads).toEqual(['known-0']);
});
