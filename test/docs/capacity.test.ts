import { describe, expect, it } from '@jest/globals';
import { ceilingOf } from '../../tools/capacity/ceiling.ts';
import { loads } from '../../tools/capacity/loads.ts';
import { measuredUnits } from '../../tools/cost/units.ts';

/** Operations a second with the default quotas. Fewer are a regression: raise a figure when its ceiling rises. */
const least: Readonly<Record<string, number>> = {
  reads: 5_000,
  reports: 5_000,
  'reports-in-batches': 17_000,
  'reports-one-partner': 27_000,
  updates: 4_900,
  events: 3_300,
  callbacks: 500,
  'callbacks-most': 4_000,
  'updates-one-partner': 4_900,
  'updates-one-standard-partner': 500,
  'creates-one-partner': 3_000,
  'search-one-partner': 10,
};

describe.each(loads)('the load $name', (load) => {
  it('has a ceiling that its first limit bounds', async () => {
    const { rate, bounds } = ceilingOf(load, await measuredUnits());
    expect(rate).toBeGreaterThanOrEqual(least[load.name] ?? Infinity);
    expect(bounds[0]?.share).toBeCloseTo(1);
  });
});

it('halves the ceiling of a load when its operation takes twice the units of its first limit', async () => {
  const [load] = loads.filter(({ name }) => name === 'events');
  if (load === undefined) throw new Error('no load of events');
  const measured = await measuredUnits();
  const twice = {
    ...load,
    units: (of: typeof measured) => ({ read: load.units(of).read, write: 2 * load.units(of).write }),
  };
  expect(ceilingOf(twice, measured).rate).toBeCloseTo(ceilingOf(load, measured).rate / 2);
});
