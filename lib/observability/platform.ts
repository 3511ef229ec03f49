import { MathExpression, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { Duration } from 'aws-cdk-lib/core';
import { graph, grain } from './graph.ts';
import { serviceMetric } from './service-metric.ts';
import type { Watch } from './watch.ts';

/** In percent of the calls; none while there are fewer than that. */
const failedCalls = ({ stage }: Watch, fewest: number, period: Duration): MathExpression =>
  new MathExpression({
    expression: `IF(calls >= ${fewest}, 100 * FILL(failed, 0) / calls, 0)`,
    label: 'failed',
    usingMetrics: {
      calls: serviceMetric(stage, 'platform_call_milliseconds', { statistic: Stats.SAMPLE_COUNT, period }),
      failed: serviceMetric(stage, 'platform_calls_failed', { statistic: Stats.SUM, period }),
    },
    period,
  });

/** The messaging platform, as this service meets it. */
export const watchPlatform = (watch: Watch): void => {
  const { stage } = watch;
  watch.raise('PlatformFails', {
    suffering: 'Customers cannot connect lines, and lines cannot be moved, refreshed or taken down.',
    section: 'the-platform-fails',
    metric: failedCalls(watch, 20, Duration.minutes(5)),
    threshold: { above: 20 },
    periods: { bad: 3, of: 3 },
  });
  watch.raise('PlatformBudgetIsSpent', {
    suffering: 'Work on the lines of a business account waits until the platform takes its calls again.',
    section: 'the-platform-budget-is-spent',
    metric: serviceMetric(stage, 'platform_calls_over_budget', { statistic: Stats.SUM, period: Duration.minutes(5) }),
    threshold: { above: 0 },
    periods: { bad: 3, of: 6 },
  });
  const sum = { statistic: Stats.SUM, period: grain };
  watch.show(
    'Messaging platform',
    graph('Calls', 'count', [
      serviceMetric(stage, 'platform_call_milliseconds', {
        statistic: Stats.SAMPLE_COUNT,
        period: grain,
        label: 'calls',
      }),
      serviceMetric(stage, 'platform_calls_failed', { ...sum, label: 'failed' }),
      serviceMetric(stage, 'platform_calls_over_budget', { ...sum, label: 'over budget' }),
    ]),
    graph('Time of a call, p99', 'milliseconds', [
      serviceMetric(stage, 'platform_call_milliseconds', { statistic: 'p99', period: grain, label: 'p99' }),
    ]),
    graph('Budget of the account that used most of it', 'percent', [
      serviceMetric(stage, 'platform_budget_used', { statistic: Stats.MAXIMUM, period: grain, label: 'used' }),
    ]),
  );
};
