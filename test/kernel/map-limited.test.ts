import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { mapLimited } from '../../lambdas/kernel/map-limited.ts';

describe('a map with limited concurrency', () => {
  test('gives the results in order, and never runs more than the limit', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(5)), fc.integer({ min: 1, max: 6 }), async (turns, limit) => {
        let [now, most] = [0, 0];
        const results = await mapLimited(turns, limit, async (turn, index) => {
          most = Math.max(most, (now += 1));
          for (let passed = 0; passed <= turn; passed += 1) await Promise.resolve();
          now -= 1;
          return `${index}:${turn}`;
        });
        expect(results).toEqual(turns.map((turn, index) => `${index}:${turn}`));
        expect(most).toBe(Math.min(limit, turns.length));
      }),
    );
  });

  test('starts none after a failure, and throws it when those under way have ended', async () => {
    const started: number[] = [];
    let ended = 0;
    const run = mapLimited([0, 1, 2, 3, 4], 2, async (item) => {
      started.push(item);
      if (item === 0) throw new Error('the first failed');
      for (let passed = 0; passed < 10; passed += 1) await Promise.resolve();
      ended += 1;
    });
    await expect(run).rejects.toThrow('the first failed');
    expect([started, ended]).toEqual([[0, 1], 1]);
  });
});
