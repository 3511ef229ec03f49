import { beforeAll, describe, expect, it } from '@jest/globals';
import { measure, openBench, type Bench } from '../../tools/capacity/measure.ts';
import { targets } from '../../tools/capacity/targets.ts';

let bench: Bench;

beforeAll(async () => {
  bench = await openBench(1);
});

const computed = targets.flatMap(({ scenario, setting, computed: sum }) =>
  sum === null ? [] : [{ name: scenario.name, scenario, setting, ...sum }],
);

describe('the ceiling of the model is within 15 % of what arithmetic says, for', () => {
  it.each(computed)('$name: $figure, $by', ({ scenario, setting, figure }) => {
    const { scale, seconds } = scenario;
    const isSustained = (rate: number): boolean =>
      measure(bench, { scenario, setting, scale, seconds, rate }).isSustained;
    expect(isSustained(0.85 * figure)).toBe(true);
    expect(isSustained(1.15 * figure)).toBe(false);
  });
});
