import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { computed } from '../../tools/capacity/computed/computed.ts';
import { operationsOf, spreadOf } from '../../tools/capacity/computed/hottest.ts';
import { costOf, recorded } from '../../tools/capacity/computed/operations.ts';
import type { Load } from '../../tools/capacity/computed/parts.ts';
import { settingOf } from '../../tools/capacity/setting.ts';

const reportsOf = (size: 'standard' | 'large'): Load => ({
  route: 'report',
  rateClass: 'delivery_reports',
  population: { partners: 1, lines: 50, size },
  isUnlimited: true,
});

const events: Load = {
  route: 'update',
  rateClass: 'commands',
  population: { partners: 10_000, lines: 5, size: 'standard' },
  then: 'delivery and list',
};

/** Without a limit in front of the table. */
const open = settingOf({ gatewayRequests: 100_000 }, { requestsPerSecond: 100_000, dispatchers: 10_000 });

describe('a ceiling', () => {
  it('is where the first limit is used up', () => {
    const setting = settingOf({});
    const { uses } = computed(events).measure(setting, computed(events).ceiling(setting));
    const [first, next] = uses.map(({ used, limit }) => used / limit);
    expect(first).toBeCloseTo(1, 3);
    expect(next).toBeLessThan(1);
  });

  it('is half as high with half of the limit', () => {
    const whole = computed(events).ceiling(settingOf({}));
    const half = computed(events).ceiling(settingOf({ tableWrites: 20_000 }));
    expect(half / whole).toBeCloseTo(0.5, 1);
  });

  it("is a partition's when all keys of a load are of one", () => {
    const { ceiling, measure } = computed(reportsOf('standard'));
    const rate = ceiling(open);
    expect(rate).toBeCloseTo(1_000, 0);
    expect(measure(open, rate).uses[0]?.name).toBe('partition message, W');
  });

  it('is higher when the service spreads the keys of a large partner', () => {
    expect(computed(reportsOf('large')).ceiling(open)).toBeGreaterThan(10_000);
  });

  it('leaves out what is not served of an offered load', () => {
    const { offered, served } = computed(events).measure(settingOf({}), 20_000);
    expect(offered).toBe(20_000);
    expect(served).toBe(computed(events).ceiling(settingOf({})));
  });
});

describe('partitions', () => {
  it('are planned by the service: a large partner has its customers in 32', () => {
    const operations = operationsOf({ partners: 1, lines: 0, size: 'large' });
    const shares = Array.from(spreadOf(recorded('update'), 'write', operations)).filter(([pk]) => /#C#\d\d$/.test(pk));
    expect(shares).toHaveLength(32);
    // The next revision of the customer takes two units.
    for (const [, { units }] of shares) expect(units).toBeCloseTo(2 / 32, 3);
  });
});

/** The columns of docs/access-patterns.md: route, case, rounds, calls, read, write, and the same when cold. */
const rowOf = (page: string, about: string): readonly number[] => {
  const row = page.split('\n').find((line) => line.startsWith(`| ${about} |`)) ?? '';
  return row.split(' | ').slice(2).map(parseFloat);
};

describe('the units of an operation are those of docs/access-patterns.md', () => {
  it.each([
    ['update', '`update-partner-customer` | by customer_id'],
    ['create', '`upsert-partner-customer` | creates'],
    ['newLine', '`create-customer-instance` | without a session'],
    ['report', '`report-partner-message-status` | a message of an instance that reported before'],
    ['read', '`get-partner-customer-history` | two entries'],
    ['search', '`list-partner-customers` | search in 20,000, few found'],
  ])('%s', async (name, about) => {
    const page = await readFile(new URL('../../docs/access-patterns.md', import.meta.url), 'utf8');
    const figures = (operation: string): readonly number[] => {
      const { read, write, due } = costOf(recorded(operation));
      return [read, write + due];
    };
    const [, , read, write, , , coldRead, coldWrite] = rowOf(page, about);
    expect(figures(name)).toEqual([read, write]);
    expect(figures(`${name}, unknown caller`)).toEqual([coldRead, coldWrite]);
  });
});
