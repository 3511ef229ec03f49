import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { Duration } from 'aws-cdk-lib/core';
import { graph, grain } from './graph.ts';
import { serviceMetric } from './service-metric.ts';
import type { Watch } from './watch.ts';

export const watchUsage = (watch: Watch): void => {
  const { stage } = watch;
  watch.raise('UsageIsNotClosed', {
    severity: 'ticket',
    impact: "A day of a partner's usage is not closed: its month can't be billed, and its facts expire after 30 days.",
    section: 'usage-is-not-closed',
    // A worker that fails with the day begins it again every few minutes.
    metric: serviceMetric(stage, 'usage_open_milliseconds', { statistic: Stats.MAXIMUM, period: Duration.hours(1) }),
    threshold: { above: Duration.days(1).toMilliseconds() },
    periods: { bad: 1, of: 1 },
  });
  watch.show(
    'Usage',
    graph('Open since it could be closed', 'milliseconds', [
      serviceMetric(stage, 'usage_open_milliseconds', { statistic: Stats.MAXIMUM, period: grain, label: 'longest' }),
    ]),
  );
};
