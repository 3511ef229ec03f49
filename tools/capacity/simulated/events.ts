import { callOf, listOf, totalOf } from '../computed/parts.ts';
import type { Load } from '../computed/parts.ts';
import { Deliveries } from './deliveries.ts';
import type { Scenario } from './scenario.ts';

const warm = 5;

interface Events {
  readonly load: Load;
  /** One of this number of endpoints stops answering when the counting begins; Infinity: none does. */
  readonly darkOf: number;
  /** Whether their calls use the table, too. */
  readonly called: boolean;
}

/** Events that are delivered and listed, of which those to endpoints that are well are counted. */
const eventsOf = ({ load, darkOf, called }: Events): Scenario['begin'] => {
  const isWell = (partner: number): boolean => partner % darkOf !== 0 || darkOf === Infinity;
  return (world, rate) => {
    const { engine, tally, random, setting, scale } = world;
    const deliveries = new Deliveries(world, {
      answers: (partner) => isWell(partner) || engine.now < warm * 1_000,
      onDelivered: ({ partner, since }) => {
        if (isWell(partner)) tally.serve(engine.now - since);
      },
    });
    const listed = totalOf(listOf(load, setting, rate));
    const call = totalOf(callOf(load, setting, rate));
    const partners = load.population.partners * scale;
    world.arrive(rate, function* () {
      const partner = Math.floor(random() * partners);
      if (isWell(partner)) tally.offer();
      const since = engine.now;
      if (called) yield* world.run(call);
      engine.start(world.run({ ...listed, milliseconds: 0 }));
      yield* deliveries.send('event', { partner, since, attempts: 0 });
    });
    return () => deliveries.waiting;
  };
};

/** A tenth of the endpoints goes dark at once. */
export const holesOf = (load: Load): Scenario => ({
  span: { warm, counted: 60, scale: 0.1 },
  fast: { warm, counted: 60, scale: 0.02 },
  within: 30,
  begin: eventsOf({ load, darkOf: 10, called: false }),
});

/** All endpoints are well: what the simulation says of a load that is computed, too. */
export const eventsWithoutHoles = (load: Load): Scenario => ({
  span: { warm, counted: 10, scale: 0.1 },
  fast: { warm, counted: 10, scale: 0.1 },
  within: 30,
  begin: eventsOf({ load, darkOf: Infinity, called: true }),
});
