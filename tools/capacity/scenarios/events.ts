import { Calls } from '../model/calls.ts';
import { Deliveries, type Sending } from '../model/deliveries.ts';
import { Population } from '../model/population.ts';
import { openRelay } from '../model/relay.ts';
import type { Scenario } from './scenario.ts';

export const events: Scenario = {
  name: 'events',
  about: 'Updates of customers of 10,000 partners with their events, delivered to endpoints that are well',
  unit: 'events',
  seconds: { warm: 5, counted: 10 },
  within: 30,
  scale: 1,
  fast: { scale: 0.5, warm: 2, counted: 2 },
  begin: (world, operations, rate) => {
    const { engine, tally } = world;
    const population = new Population(world, { partners: 10_000, instances: 0, customers: 0 });
    const calls = new Calls(world, { rateClass: 'commands', isUncounted: true }, rate);
    const route = operations.route('update');
    const endpoints = {
      answers: () => true,
      onDelivered: ({ since }: Sending) => {
        tally.serve(engine.now - since);
      },
      onLost: () => {
        tally.refuse();
      },
    };
    const deliveries = new Deliveries(world, operations, endpoints);
    const relay = openRelay<Sending>(world, (sending) => {
      deliveries.queues.event.put(sending);
    });
    world.arrive(rate, function* () {
      const partner = population.any();
      const cast = population.change(partner);
      tally.offer();
      const since = engine.now;
      const isCommitted = yield* calls.call(route, cast, partner);
      if (isCommitted) relay.put(cast.customer, { cast, partner, since, attempts: 0 });
      else tally.refuse();
    });
    return () => relay.waiting + deliveries.waiting;
  },
};
