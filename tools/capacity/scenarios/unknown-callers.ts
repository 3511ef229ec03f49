import { Calls } from '../model/calls.ts';
import { Population } from '../model/population.ts';
import { nothingWaits, type Scenario } from './scenario.ts';

export const unknownCallers: Scenario = {
  name: 'unknown-callers',
  about:
    'Reports of 10,000 partners, spread over the environments so thinly that none knows its caller; the door is open and nothing is folded',
  unit: 'calls',
  seconds: { warm: 3, counted: 10 },
  within: 5,
  scale: 0.2,
  fast: { scale: 0.1, warm: 2, counted: 3 },
  begin: (world, operations, rate) => {
    const population = new Population(world, { partners: 10_000, instances: 5, customers: 5 });
    const calls = new Calls(world, { rateClass: 'delivery_reports' }, rate);
    const route = operations.route('report');
    world.arrive(rate, function* () {
      const partner = population.any();
      yield* calls.call(route, population.report(partner), partner);
    });
    return nothingWaits;
  },
};
