import { Calls } from '../model/calls.ts';
import { Journals, type Reported } from '../model/journals.ts';
import { keyPlans } from '../replay/key-plans.ts';
import type { PartnerShape } from '../replay/journal-sizes.ts';
import { Population, type PopulationSize } from '../model/population.ts';
import type { Scenario } from './scenario.ts';

const reportsOf = (
  size: PopulationSize,
  shape: PartnerShape,
  rateScale: number,
  scale: number,
): Pick<Scenario, 'unit' | 'seconds' | 'within' | 'scale' | 'fast' | 'begin'> => ({
  unit: 'reports',
  // The window of the stream, and its first batches.
  seconds: { warm: 25, counted: 20 },
  within: 60,
  scale,
  fast: { scale: scale / 2, warm: 25, counted: 10 },
  begin: (world, operations, rate) => {
    const { engine, tally } = world;
    const population = new Population(world, size);
    const calls = new Calls(world, { rateClass: 'delivery_reports', rateScale, isUncounted: true }, rate);
    const route = operations.route('report');
    const journals = world.watched(
      new Journals(world, operations, { shape, instances: size.instances }, ({ since }: Reported) => {
        tally.serve(engine.now - since);
      }),
    );
    world.arrive(rate, function* () {
      const partner = population.any();
      const cast = population.report(partner);
      tally.offer();
      const since = engine.now;
      const isRecorded = yield* calls.call(route, cast, partner);
      if (isRecorded) journals.reader.put(keyPlans.message(cast).pk, { cast, since });
      else tally.refuse();
    });
    return () => journals.reader.waiting + journals.parked;
  },
});

export const reports: Scenario = {
  name: 'reports',
  about: 'Reports of 10,000 partners with 5 lines each, until searches find them',
  ...reportsOf({ partners: 10_000, instances: 5, customers: 5 }, 'small', 1, 0.2),
};

export const reportsOfOnePartner: Scenario = {
  name: 'reports-one-partner',
  about: 'Reports of one large partner with 50 lines whose rate limit is high enough, until searches find them',
  ...reportsOf({ partners: 1, instances: 50, customers: 10, size: 'large' }, 'large', 1_000, 1),
  // Its messages are in few shards, each with a batch every 10 s: the mean needs more of them.
  seconds: { warm: 25, counted: 60 },
  fast: { scale: 0.5, warm: 25, counted: 60 },
};
