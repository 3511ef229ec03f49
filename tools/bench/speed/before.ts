import type { Measurement } from '../section.ts';
import type { Bundle } from './bundles.ts';
import { otherCalls, type OtherCall } from './fixture.ts';
import { figuresOf, interleaved } from './interleaved.ts';
import { measuredCalls } from './calls.ts';
import { calls, coldRounds, warmRounds, warmUp } from './starts.ts';
import { openSpeedStage, type SpeedStage } from './stage.ts';
import { least, median } from './statistics.ts';

type Row = readonly (string | number)[];

/** This checkout and another one in turn, so that a disturbance of the machine affects both. */
const comparing =
  (stage: SpeedStage, before: Bundle) =>
  async (name: string, rounds: number, figure: 'answered' | 'cpu', call?: OtherCall): Promise<Row> => {
    const now = stage.ours;
    const counts = call === undefined ? { warmUp, calls } : measuredCalls[call];
    const timings = await interleaved([before, now], rounds, async (bundle) => {
      const timing = await (figure === 'cpu'
        ? stage.time(bundle, counts.warmUp, counts.calls, call)
        : stage.time(bundle, 0, 0, call));
      return timing[figure];
    });
    const [theirs, ours] = [figuresOf(timings, before), figuresOf(timings, now)];
    return [name, least(theirs), least(ours), least(ours) / least(theirs), median(theirs), median(ours)];
  };

/** What the calls of another checkout cost, and of this one. @param checkout with its dependencies installed */
export const beside = async (checkout: string): Promise<Measurement> => {
  const stage = await openSpeedStage();
  try {
    const compare = comparing(stage, stage.bundleOf(checkout));
    const rows = [
      await compare('first answer, ms', coldRounds, 'answered'),
      await compare('command, processor µs', warmRounds, 'cpu'),
    ];
    for (const call of otherCalls) rows.push(await compare(`${call}, processor µs`, warmRounds, 'cpu', call));
    return {
      title: `The service of ${checkout} before, and of this checkout now, in turn`,
      head: ['figure', 'before, least', 'now, least', 'ratio', 'before, median', 'now, median'],
      rows,
    };
  } finally {
    await stage.stop();
  }
};
