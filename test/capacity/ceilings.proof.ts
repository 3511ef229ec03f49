import { beforeAll, describe, expect, it } from '@jest/globals';
import { findCeiling } from '../../tools/capacity/find-ceiling.ts';
import { openBench, type Bench } from '../../tools/capacity/measure.ts';
import { targets } from '../../tools/capacity/targets.ts';
import { someOf } from '../share.ts';

let bench: Bench;

beforeAll(async () => {
  bench = await openBench(1);
});

const quietly = (): void => undefined;
const computed = targets.flatMap(({ scenario, setting, least, computed: sum }) =>
  sum === null ? [] : [{ name: scenario.name, scenario, setting, least, ...sum }],
);

describe('the ceiling that the model finds is within 15 % of what arithmetic says, for', () => {
  it.each(someOf(computed))('$name: $figure, $by', ({ scenario, setting, least, figure }) => {
    const { scale, seconds } = scenario;
    const { rate } = findCeiling(bench, { scenario, setting, scale, seconds }, least, quietly);
    expect(rate / figure).toBeGreaterThan(0.85);
    expect(rate / figure).toBeLessThan(1.15);
  });
});
