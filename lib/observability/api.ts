import { LogQueryVisualizationType, LogQueryWidget, MathExpression, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Duration } from 'aws-cdk-lib/core';
import type { ServiceFunction } from '../constructs/service-function.ts';
import { found, graph, grain, shareOfCalls } from './graph.ts';
import type { StageConfig } from '../stages.ts';
import { searchFor, serviceMetric } from './service-metric.ts';
import type { Watch } from './watch.ts';

const parts = {
  failed: { metric: 'metricServerError', label: '5xx' },
  refused: { metric: 'metricClientError', label: '4xx' },
} as const;

const shareOf = (api: HttpApi, part: keyof typeof parts, fewest: number, period: Duration): MathExpression => {
  const { metric, label } = parts[part];
  const sum = { statistic: Stats.SUM, period };
  return shareOfCalls(part, label, { [part]: api[metric](sum), calls: api.metricCount(sum) }, fewest, period);
};

/** Refused ones among the calls with a credential: what strangers ask for is no trouble of the service. */
const shareOfRefused = (stage: StageConfig, fewest: number, period: Duration): MathExpression => {
  const sum = { statistic: Stats.SUM, period };
  const refused = serviceMetric(stage, 'credentialed_calls_refused', sum);
  return shareOfCalls(
    'refused',
    '4xx',
    { refused, calls: serviceMetric(stage, 'credentialed_calls', sum) },
    fewest,
    period,
  );
};

/** A percentile of queries; 0 while there are fewer than `fewest`. */
const latencyOfQueries = (stage: StageConfig, fewest: number, period: Duration): MathExpression =>
  new MathExpression({
    expression: `IF(queries >= ${fewest}, latency, 0)`,
    label: 'p95',
    usingMetrics: {
      queries: serviceMetric(stage, 'query_milliseconds', { statistic: Stats.SAMPLE_COUNT, period }),
      latency: serviceMetric(stage, 'query_milliseconds', { statistic: 'p95', period }),
    },
    period,
  });

export const callsFail = 'CallsFail';

const raiseAlarms = (watch: Watch, api: HttpApi): void => {
  watch.raise(callsFail, {
    severity: 'page',
    impact: 'Calls of partners and of the portal fail with 5xx.',
    section: 'calls-fail',
    metric: shareOf(api, 'failed', 10, Duration.minutes(1)),
    threshold: { above: 1 },
    periods: { bad: 3, of: 5 },
  });
  // A quiet stage has no minute with ten calls.
  watch.raise('FewCallsFail', {
    severity: 'page',
    impact: 'Most of the few calls of a quiet stage fail with 5xx.',
    section: 'few-calls-fail',
    metric: shareOf(api, 'failed', 3, Duration.minutes(15)),
    threshold: { above: 50 },
    periods: { bad: 1, of: 1 },
  });
  watch.raise('CallsAreSlow', {
    severity: 'page',
    impact: 'Five percent of queries take longer than a second.',
    section: 'calls-are-slow',
    metric: latencyOfQueries(watch.stage, 100, Duration.minutes(5)),
    threshold: { above: 1_000 },
    periods: { bad: 3, of: 3 },
  });
  watch.raise('CallsAreRefused', {
    severity: 'page',
    impact: 'Most calls with a credential are rejected: keys, sign-ins or a release may be broken.',
    section: 'calls-are-refused',
    metric: shareOfRefused(watch.stage, 100, Duration.minutes(5)),
    threshold: { above: 50 },
    periods: { bad: 3, of: 3 },
  });
};

/** A log query instead of a metric, because a metric per partner would be charged. */
const failuresByPartner = (dispatcher: ServiceFunction): LogQueryWidget =>
  new LogQueryWidget({
    title: 'Partners whose calls were refused, limited or failed',
    logGroupNames: [dispatcher.logGroup.logGroupName],
    view: LogQueryVisualizationType.TABLE,
    queryLines: [
      'filter message = "call" and status >= 400',
      'stats count(*) as calls by partner_id, route, status, error',
      'sort calls desc',
      'limit 20',
    ],
    width: 24,
    height: 6,
  });

export const watchApi = (watch: Watch, api: HttpApi, dispatcher: ServiceFunction): void => {
  raiseAlarms(watch, api);
  const sum = { statistic: Stats.SUM, period: grain };
  const { stage } = watch;
  watch.show(
    'Calls',
    graph('Calls', 'count', [
      api.metricCount({ ...sum, label: 'calls' }),
      api.metricClientError({ ...sum, label: '4xx' }),
      api.metricServerError({ ...sum, label: '5xx' }),
    ]),
    graph('Errors', 'percent', [shareOf(api, 'refused', 1, grain), shareOf(api, 'failed', 1, grain)]),
    graph('Latency', 'milliseconds', [
      api.metricLatency({ statistic: 'p50', period: grain, label: 'p50' }),
      api.metricLatency({ statistic: 'p95', period: grain, label: 'p95' }),
      api.metricLatency({ statistic: 'p99', period: grain, label: 'p99' }),
      api.metricIntegrationLatency({ statistic: 'p99', period: grain, label: 'p99 of the functions' }),
      serviceMetric(stage, 'query_milliseconds', { statistic: 'p95', period: grain, label: 'p95 of queries' }),
    ]),
  );
  watch.show(
    'Routes',
    graph('Calls by route', 'count', [found(searchFor(stage, 'call_milliseconds', 'SampleCount', grain))]),
    graph('Latency by route, p99', 'milliseconds', [found(searchFor(stage, 'call_milliseconds', 'p99', grain))]),
    graph('Failed, limited and refused by route', 'count', [
      found(searchFor(stage, 'calls_failed', 'Sum', grain), 'failed'),
      found(searchFor(stage, 'calls_limited', 'Sum', grain), 'limited'),
      found(searchFor(stage, 'calls_refused', 'Sum', grain), 'refused'),
    ]),
    graph('Calls with a credential', 'count', [
      serviceMetric(stage, 'credentialed_calls', { ...sum, label: 'calls' }),
      serviceMetric(stage, 'credentialed_calls_refused', { ...sum, label: 'refused' }),
    ]),
    failuresByPartner(dispatcher),
  );
};
