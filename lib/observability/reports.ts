import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { Duration } from 'aws-cdk-lib/core';
import { graph, grain } from './graph.ts';
import { serviceMetric } from './service-metric.ts';
import type { Watch } from './watch.ts';

export const watchReports = (watch: Watch): void => {
  const { stage } = watch;
  watch.raise('ReportsAreLate', {
    severity: 'ticket',
    impact: 'Searches and delivery health lack the reports of the last minutes.',
    section: 'reports-are-late',
    metric: serviceMetric(stage, 'journal_lag_milliseconds', { statistic: Stats.MAXIMUM, period: Duration.minutes(5) }),
    threshold: { above: Duration.minutes(5).toMilliseconds() },
    periods: { bad: 3, of: 3 },
  });
  watch.raise('DeliveryDifferences', {
    severity: 'ticket',
    impact: 'Delivery reports are missing in searches or counted wrongly in delivery health.',
    section: 'delivery-differences',
    metric: serviceMetric(stage, 'delivery_differences', { statistic: Stats.SUM, period: Duration.minutes(15) }),
    threshold: { above: 0 },
    periods: { bad: 1, of: 1 },
  });
  watch.raise('ReportsAreParked', {
    severity: 'ticket',
    impact: 'Searches and delivery health of a partner, a customer or an instance lack parked reports.',
    section: 'reports-are-parked',
    metric: serviceMetric(stage, 'reports_parked', { statistic: Stats.SUM, period: Duration.minutes(15) }),
    threshold: { above: 0 },
    periods: { bad: 1, of: 1 },
  });
  const maximum = { statistic: Stats.MAXIMUM, period: grain };
  watch.show(
    'Delivery reports',
    graph('Commit to index', 'milliseconds', [
      serviceMetric(stage, 'journal_lag_milliseconds', { ...maximum, label: 'longest' }),
    ]),
    graph('Reports parked', 'count', [
      serviceMetric(stage, 'reports_parked', { statistic: Stats.SUM, period: grain, label: 'parked' }),
    ]),
    graph('Audited', 'count', [
      serviceMetric(stage, 'delivery_events_audited', { ...maximum, label: 'events looked up' }),
      serviceMetric(stage, 'delivery_hours_recounted', { ...maximum, label: 'hours recounted' }),
      serviceMetric(stage, 'delivery_differences', { ...maximum, label: 'differences' }),
    ]),
  );
};
