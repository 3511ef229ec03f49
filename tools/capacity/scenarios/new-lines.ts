import { Calls } from '../model/calls.ts';
import { Population } from '../model/population.ts';
import { nothingWaits, type Scenario } from './scenario.ts';

export const instancesOfOnePartner: Scenario = {
  name: 'lines-one-partner',
  about: 'New lines of one partner whose rate limit is high enough',
  unit: 'lines',
  seconds: { warm: 5, counted: 30 },
  within: 5,
  scale: 1,
  fast: { scale: 1, warm: 5, counted: 15 },
  begin: (world, operations, rate) => {
    const population = new Population(world, { partners: 1, instances: 0, customers: 0 });
    const calls = new Calls(world, { rateClass: 'commands', rateScale: 1_000 }, rate);
    const route = operations.route('newLine');
    world.arrive(rate, function* () {
      yield* calls.call(route, population.newInstance(0), 0);
    });
    return nothingWaits;
  },
};
