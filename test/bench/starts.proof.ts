import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openSpeedStage, type SpeedStage } from '../../tools/bench/speed/stage.ts';

describe('the bundles of the bench', () => {
  let stage: SpeedStage;
  beforeAll(async () => {
    stage = await openSpeedStage();
  });
  afterAll(() => stage.stop());

  test.each(['ours', 'powertools', 'plain'] as const)('%s answers its commands', async (name) => {
    const { imported, answered, cpu } = await stage.time(stage[name], 1, 2);
    expect(imported).toBeGreaterThan(0);
    expect(answered).toBeGreaterThan(imported);
    expect(cpu).toBeGreaterThan(0);
  });
});
