import { Calls } from '../model/calls.ts';
import { Population } from '../model/population.ts';
import { nothingWaits, type Scenario } from './scenario.ts';

export const createsOfOnePartner: Scenario = {
  name: 'creates-one-partner',
  about: 'New customers of one large partner whose rate limit is high enough',
  unit: 'customers',
  seconds: { warm: 3, counted: 10 },
  within: 5,
  scale: 1,
  fast: { scale: 1, warm: 2, counted: 3 },
  begin: (world, operations, rate) => {
    const population = new Population(world, { partners: 1, instances: 0, customers: 0, size: 'large' });
    const calls = new Calls(world, { rateClass: 'commands', rateScale: 1_000 }, rate);
    const route = operations.route('create');
    world.arrive(rate, function* () {
      yield* calls.call(route, population.newCustomer(0), 0);
    });
    return nothingWaits;
  },
};
