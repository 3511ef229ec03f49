import type { Section } from '../section.ts';
import { otherCalls, type OtherCall } from './fixture.ts';
import { figuresOf, interleaved } from './interleaved.ts';
import { openSpeedStage } from './stage.ts';
import { least, median } from './statistics.ts';

const rounds = 5;

/** How often each call is made before it is measured, and while it is; and the largest ratio to the peer's processor time. */
export const measuredCalls: Readonly<
  Record<OtherCall, { readonly warmUp: number; readonly calls: number; readonly most: number }>
> = {
  query: { warmUp: 300, calls: 1_000, most: 0.9 },
  report: { warmUp: 300, calls: 1_000, most: 0.4 },
  // Of both, each report is a conditional write of its own.
  'batch of 500 reports': { warmUp: 3, calls: 10, most: 0.9 },
};

/** Processor time of a query, a report and a batch of reports, beside the same with Powertools and ElectroDB. */
export const calls: Section = {
  name: 'calls',
  measure: async () => {
    const stage = await openSpeedStage();
    try {
      const bundles = [stage.ours, stage.usualCalls];
      const rows: (readonly (string | number)[])[] = [];
      const goals = [];
      for (const call of otherCalls) {
        const { warmUp, calls: count, most } = measuredCalls[call];
        const timings = await interleaved(
          bundles,
          rounds,
          async (bundle) => (await stage.time(bundle, warmUp, count, call)).cpu,
        );
        const [ours, theirs] = bundles.map((bundle) => figuresOf(timings, bundle));
        if (ours === undefined || theirs === undefined) continue;
        rows.push([call, least(ours), median(ours), least(theirs), median(theirs), least(ours) / least(theirs)]);
        goals.push({
          row: `processor time of a ${call}, warm, least`,
          unit: 'µs',
          ours: least(ours),
          peer: { name: stage.usualCalls.name, figure: least(theirs) },
          goal: { of: 'ratio', most },
        } as const);
      }
      return [
        {
          title: `Processor time of other calls, ${rounds} processes each (microseconds a call)`,
          head: ['call', 'ours, least', 'median', `${stage.usualCalls.name}, least`, 'median', 'ratio'],
          rows,
          goals,
        },
      ];
    } finally {
      await stage.stop();
    }
  },
};
