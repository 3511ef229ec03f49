import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { Budget } from '../../tools/proof/budget.ts';
import { expectedSeconds, longSuites } from '../../tools/proof/durations.ts';

const long = 'demo/demo';
const short = 'lines/late-removal';

describe('a suite has time', () => {
  test('when it ends by the limit at the pace that is expected', () => {
    const budget = new Budget(expectedSeconds(long));
    expect(budget.hasTimeFor(long, 0)).toBe(true);
    expect(budget.hasTimeFor(long, 1)).toBe(false);
    expect(budget.hasTimeFor(short, 1)).toBe(true);
  });

  test('when it ends by the limit at the pace of the suites that have ended', () => {
    const budget = new Budget(2 * expectedSeconds(long));
    for (let run = 0; run < 100; run += 1) budget.record(short, 4 * expectedSeconds(short));
    expect(budget.hasTimeFor(long, 0)).toBe(false);
    expect(budget.hasTimeFor(short, 0)).toBe(true);
  });

  test('always, when there is no limit', () => {
    expect(new Budget(Infinity).hasTimeFor(long, 2_000_000_000)).toBe(true);
  });
});

test.each(Object.keys(longSuites))('%s is a suite', (suite) => {
  expect(existsSync(path.join(import.meta.dirname, '..', `${suite}.proof.ts`))).toBe(true);
});
