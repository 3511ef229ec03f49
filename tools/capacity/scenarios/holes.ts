import { Deliveries, type Sending } from '../model/deliveries.ts';
import { openEventJournal } from '../model/event-journal.ts';
import { Population } from '../model/population.ts';
import { openRelay } from '../model/relay.ts';
import type { Scenario } from './scenario.ts';

const partners = 10_000;
/** One of this number of endpoints stops answering when the measurement begins. */
const darkOf = 10;
const warm = 5;

export const holes: Scenario = {
  name: 'holes',
  about:
    'Events of 10,000 partners, of which a tenth of the endpoints goes dark at once: what the others get in the first minute',
  unit: 'events to endpoints that are well',
  seconds: { warm, counted: 60 },
  within: 30,
  scale: 0.1,
  fast: { scale: 0.02, warm, counted: 60 },
  begin: (world, operations, rate) => {
    const { engine, tally } = world;
    const population = new Population(world, { partners, instances: 0, customers: 0 });
    const isWell = (partner: number): boolean => partner % darkOf !== 0;
    const journal = openEventJournal(world, operations);
    const deliveries = new Deliveries(world, operations, {
      answers: (partner) => isWell(partner) || engine.now < warm * 1_000,
      onDelivered: ({ cast, partner, since }: Sending) => {
        journal.put(cast.customer, cast);
        if (isWell(partner)) tally.serve(engine.now - since);
      },
      onLost: ({ partner }: Sending) => {
        if (isWell(partner)) tally.refuse();
      },
    });
    const relay = openRelay<Sending>(world, (sending) => {
      deliveries.queues.event.put(sending);
    });
    world.arrive(rate, function* () {
      const partner = population.any();
      if (isWell(partner)) tally.offer();
      const cast = population.change(partner);
      journal.put(cast.customer, cast);
      relay.put(cast.customer, { cast, partner, since: engine.now, attempts: 0 });
    });
    return () => relay.waiting + deliveries.waiting;
  },
};
