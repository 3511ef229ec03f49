import { operationLoads } from '../../loads.ts';
import type { Goal, Section } from '../section.ts';
import { openSpeedStage, type SpeedStage } from './stage.ts';
import { figuresOf, interleaved, type Timings } from './interleaved.ts';
import { least, median } from './statistics.ts';

export const coldRounds = 21;
export const warmRounds = 7;
/** How often the command is carried out before it is measured, and while it is. */
export const [warmUp, calls] = [300, 1_000];

const goalsOf = ({ ours, powertools }: SpeedStage, cold: Timings, warm: Timings): readonly Goal[] => {
  const against = (timings: Timings, of: (figures: readonly number[]) => number, most: number) => ({
    ours: of(figuresOf(timings, ours)),
    peer: { name: powertools.name, figure: of(figuresOf(timings, powertools)) },
    goal: { of: 'ratio', most } as const,
  });
  return [
    { row: 'cold start: import and first command, median', unit: 'ms', ...against(cold, median, 0.6) },
    { row: 'cold start: import and first command, least', unit: 'ms', ...against(cold, least, 0.6) },
    {
      row: 'the route that loads the most',
      unit: 'KB',
      ours: Math.max(...Array.from(operationLoads().values(), ({ kilobytes }) => kilobytes)),
      peer: { name: powertools.name, figure: powertools.kilobytes },
      goal: { of: 'figure', most: 460 },
    },
    { row: 'processor time of an idempotent command, warm, least', unit: 'µs', ...against(warm, least, 0.55) },
  ];
};

/** The same command in fresh and in warm processes, with an endpoint in another process. */
export const starts: Section = {
  name: 'starts',
  measure: async () => {
    const stage = await openSpeedStage();
    try {
      const bundles = [stage.ours, stage.powertools, stage.plain];
      const cold = await interleaved(bundles, coldRounds, async (bundle) => (await stage.time(bundle, 0, 0)).answered);
      const warm = await interleaved(bundles, warmRounds, async (bundle) => {
        const { cpu } = await stage.time(bundle, warmUp, calls);
        return cpu;
      });
      return [
        {
          title: `A customer gets another name, idempotently: ${coldRounds} fresh processes and ${warmRounds} × ${calls} calls each`,
          head: ['bundle', 'KB', 'first answer, least ms', 'median ms', 'processor, least µs a call', 'median µs'],
          rows: bundles.map((bundle) => {
            const [first, later] = [figuresOf(cold, bundle), figuresOf(warm, bundle)];
            return [bundle.name, bundle.kilobytes, least(first), median(first), least(later), median(later)];
          }),
          goals: goalsOf(stage, cold, warm),
        },
      ];
    } finally {
      await stage.stop();
    }
  },
};
