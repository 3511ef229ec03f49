import { Calls } from '../model/calls.ts';
import type { Process } from '../model/engine.ts';
import { Population } from '../model/population.ts';
import { nothingWaits, type Scenario } from './scenario.ts';

export const searchOfOnePartner: Scenario = {
  name: 'search-one-partner',
  about: 'Searches of one partner among its 20,000 customers, evenly',
  unit: 'searches',
  seconds: { warm: 5, counted: 60 },
  within: 5,
  scale: 1,
  fast: { scale: 1, warm: 5, counted: 60 },
  begin: (world, operations, rate) => {
    const population = new Population(world, { partners: 1, instances: 0, customers: 0 });
    const calls = new Calls(world, { rateClass: 'customer_searches' }, rate);
    const route = operations.route('search');
    const search = function* (): Process {
      yield* calls.call(route, population.change(0), 0);
    };
    world.arrive(rate, search, 'even');
    return nothingWaits;
  },
};
