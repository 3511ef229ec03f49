import { Stats, type MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import { Duration } from 'aws-cdk-lib/core';
import { graph, grain, shareOfCalls } from './graph.ts';
import { serviceMetric } from './service-metric.ts';
import type { Watch } from './watch.ts';

const failedCalls = ({ stage }: Watch, fewest: number, period: Duration): MathExpression => {
  const calls = serviceMetric(stage, 'platform_call_milliseconds', { statistic: Stats.SAMPLE_COUNT, period });
  const failed = serviceMetric(stage, 'platform_calls_failed', { statistic: Stats.SUM, period });
  return shareOfCalls('failed', 'failed', { calls, failed }, fewest, period);
};

export const watchPlatform = (watch: Watch): void => {
  const { stage } = watch;
  watch.raise('PlatformFails', {
    severity: 'ticket',
    impact: 'Instances cannot be connected, refreshed, moved to a new endpoint or deactivated.',
    section: 'the-platform-fails',
    metric: failedCalls(watch, 20, Duration.minutes(5)),
    threshold: { above: 20 },
    periods: { bad: 3, of: 3 },
  });
  watch.raise('PlatformBudgetIsSpent', {
    severity: 'ticket',
    impact: 'Work on the instances of a business account waits until the platform accepts its calls again.',
    section: 'the-platform-budget-is-spent',
    metric: serviceMetric(stage, 'platform_calls_over_budget', { statistic: Stats.SUM, period: Duration.minutes(5) }),
    threshold: { above: 0 },
    periods: { bad: 3, of: 6 },
  });
  watch.raise('GraphVersionIsReplaced', {
    severity: 'ticket',
    impact:
      'The platform answers calls as another version of its API, with fields and errors that the service may not know.',
    section: 'the-version-of-the-graph-api-ends',
    metric: serviceMetric(stage, 'platform_version_replaced', { statistic: Stats.SUM, period: Duration.hours(1) }),
    threshold: { above: 0 },
    periods: { bad: 1, of: 1 },
  });
  watch.raise('PlatformRefusesAccess', {
    severity: 'ticket',
    impact: 'The platform refuses lines of several business accounts at once. No line changes; sending may fail.',
    section: 'the-platform-refuses-valid-access',
    metric: serviceMetric(stage, 'platform_incidents', { statistic: Stats.SUM, period: Duration.minutes(5) }),
    threshold: { above: 0 },
    periods: { bad: 1, of: 1 },
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
      serviceMetric(stage, 'platform_version_replaced', { ...sum, label: 'another version' }),
      serviceMetric(stage, 'platform_incidents', { ...sum, label: 'incidents' }),
    ]),
    graph('Latency of a call, p99', 'milliseconds', [
      serviceMetric(stage, 'platform_call_milliseconds', { statistic: 'p99', period: grain, label: 'p99' }),
    ]),
    graph('Highest budget use of a business account', 'percent', [
      serviceMetric(stage, 'platform_budget_used', { statistic: Stats.MAXIMUM, period: grain, label: 'used' }),
    ]),
  );
};
