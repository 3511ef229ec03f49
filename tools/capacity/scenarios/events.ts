import { Calls } from '../model/calls.ts';
import { Deliveries, type Sending } from '../model/deliveries.ts';
import { openEventJournal } from '../model/event-journal.ts';
import { Population } from '../model/population.ts';
import { openRelay } from '../model/relay.ts';
import type { Scenario } from './scenario.ts';

const eventsOf = (isListed: boolean): Pick<Scenario, 'unit' | 'seconds' | 'within' | 'scale' | 'fast' | 'begin'> => ({
  unit: 'events',
  // The window of the list of events, and its first batches.
  seconds: { warm: 15, counted: 10 },
  within: 30,
  scale: 1,
  fast: { scale: 0.2, warm: 11, counted: 3 },
  begin: (world, operations, rate) => {
    const { engine, tally } = world;
    const population = new Population(world, { partners: 10_000, instances: 0, customers: 0 });
    const calls = new Calls(world, { rateClass: 'commands', isUncounted: true }, rate);
    const route = operations.route('update');
    const journal = isListed ? openEventJournal(world, operations) : null;
    const endpoints = {
      answers: () => true,
      onDelivered: ({ cast, since }: Sending) => {
        journal?.put(cast.customer, cast);
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
      if (isCommitted) {
        relay.put(cast.customer, { cast, partner, since, attempts: 0 });
        journal?.put(cast.customer, cast);
      } else tally.refuse();
    });
    return () => relay.waiting + deliveries.waiting;
  },
});

export const events: Scenario = {
  name: 'events',
  about: 'Updates of customers of 10,000 partners with their events, delivered to endpoints that are well, and listed',
  ...eventsOf(true),
};

/** Shows what the list of events takes of the ceiling. */
export const eventsWithoutList: Scenario = {
  name: 'events-without-list',
  about: 'The load of `events` without the list of events',
  ...eventsOf(false),
};
