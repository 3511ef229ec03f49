import { beforeAll, describe, expect, it } from '@jest/globals';
import { measure, openBench, type Bench } from '../../tools/capacity/measure.ts';
import { targets } from '../../tools/capacity/targets.ts';

let bench: Bench;

beforeAll(async () => {
  bench = await openBench(1);
});

describe('the service sustains', () => {
  it.each(targets.map((target) => [target.scenario.name, target.least, target] as const))(
    '%s: %i a second',
    (_, rate, { scenario, setting }) => {
      const { scale, ...seconds } = scenario.fast;
      const { isSustained, offered, served, p99, resources } = measure(bench, {
        scenario,
        setting,
        rate,
        scale,
        seconds,
      });
      const [first] = resources;
      const found = `served ${served} of ${offered}, p99 ${p99} ms; ${first?.name ?? 'nothing'} at ${first?.load ?? 0}`;
      expect(isSustained ? 'sustained' : found).toBe('sustained');
    },
  );
});
