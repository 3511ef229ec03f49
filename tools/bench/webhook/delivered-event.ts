import type { Section } from '../section.ts';
import { figuresOf, interleaved } from '../speed/interleaved.ts';
import { least, median } from '../speed/statistics.ts';
import { batches, customersInBatch, openDeliveryStage } from './delivery-stage.ts';

const rounds = 5;

/** Processor time of a delivered event: its lease, its signatures, the request and its end. */
export const deliveredEvent: Section = {
  name: 'delivered-event',
  measure: async () => {
    const stage = await openDeliveryStage();
    try {
      const { ours, peer } = stage;
      const timings = await interleaved([ours, peer], rounds, stage.time);
      const [mine, its] = [figuresOf(timings, ours), figuresOf(timings, peer)];
      return [
        {
          title: `A delivered event in a batch of ${customersInBatch}: processor time, ${rounds} processes of ${batches} batches in turn (µs)`,
          head: ['ours, least', 'median', `${peer.name}, least`, 'median', 'ratio'],
          rows: [[least(mine), median(mine), least(its), median(its), least(mine) / least(its)]],
          goals: [
            {
              row: 'processor time of a delivered event, warm, least',
              unit: 'µs',
              ours: least(mine),
              peer: { name: peer.name, figure: least(its) },
              goal: { of: 'ratio', most: 0.6 },
            },
          ],
        },
      ];
    } finally {
      await stage.stop();
    }
  },
};
