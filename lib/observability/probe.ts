import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { Duration } from 'aws-cdk-lib/core';
import { probePeriod } from '../functions/stage-probe.ts';
import { found, graph, grain } from './graph.ts';
import { searchFor, serviceMetric } from './service-metric.ts';
import type { Watch } from './watch.ts';

export const watchProbe = (watch: Watch): void => {
  const { stage } = watch;
  watch.raise('ProbeFails', {
    severity: 'page',
    impact:
      'A part of the stage does not work from outside, the probe does not run, or a flood of /probe takes its place.',
    section: 'the-probe-fails',
    metric: serviceMetric(stage, 'probe_parts_bad', { statistic: Stats.MAXIMUM, period: probePeriod }),
    threshold: { above: 0 },
    periods: { bad: 2, of: 2 },
    silenceIsBad: true,
  });
  watch.show(
    'Probe',
    graph('Bad parts in each run', 'count', [
      serviceMetric(stage, 'probe_parts_bad', { statistic: Stats.MAXIMUM, period: grain, label: 'bad parts' }),
    ]),
    graph('Bad runs by part', 'count', [found(searchFor(stage, 'probe_failed', 'Sum', Duration.minutes(5)))]),
  );
};
