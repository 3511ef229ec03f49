import { Calls } from '../model/calls.ts';
import { Population } from '../model/population.ts';
import { nothingWaits, type Scenario } from './scenario.ts';

const updatesOf = (
  partners: number,
  rateScale: number,
  size?: 'large',
): Pick<Scenario, 'unit' | 'seconds' | 'within' | 'scale' | 'fast' | 'begin'> => ({
  unit: 'updates',
  seconds: { warm: 3, counted: 10 },
  within: 5,
  scale: 1,
  fast: { scale: 1, warm: 2, counted: 2 },
  begin: (world, operations, rate) => {
    const population = new Population(world, { partners, instances: 0, customers: 0, ...(size && { size }) });
    const calls = new Calls(world, { rateClass: 'commands', rateScale }, rate);
    const route = operations.route('update');
    world.arrive(rate, function* () {
      const partner = population.any();
      yield* calls.call(route, population.change(partner), partner);
    });
    return nothingWaits;
  },
});

export const updates: Scenario = {
  name: 'updates',
  about: 'Updates of customers of 10,000 partners; their events are not delivered or listed',
  ...updatesOf(10_000, 1),
};

export const updatesOfOnePartner: Scenario = {
  name: 'updates-one-partner',
  about:
    'Updates of customers of one large partner whose rate limit is high enough; their events are not delivered or listed',
  ...updatesOf(1, 1_000, 'large'),
};
