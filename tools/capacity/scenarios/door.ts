import { Calls } from '../model/calls.ts';
import { Population } from '../model/population.ts';
import { nothingWaits, type Scenario } from './scenario.ts';

export const door: Scenario = {
  name: 'door',
  about: 'Reads of histories through the door, 200 partners',
  unit: 'calls',
  seconds: { warm: 3, counted: 10 },
  within: 5,
  scale: 1,
  fast: { scale: 1, warm: 2, counted: 2 },
  begin: (world, operations, rate) => {
    const population = new Population(world, { partners: 200, instances: 0, customers: 0 });
    const calls = new Calls(world, { rateClass: 'reads' }, rate);
    const route = operations.route('read');
    world.arrive(rate, function* () {
      const partner = population.any();
      yield* calls.call(route, population.change(partner), partner);
    });
    return nothingWaits;
  },
};
