import { Stats, type GraphWidget, type Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { CfnEventSourceMapping, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Duration } from 'aws-cdk-lib/core';
import type { ServiceFunction } from '../constructs/service-function.ts';
import { found, graph, grain } from './graph.ts';
import { searchFor, serviceMetric } from './service-metric.ts';
import type { Watch } from './watch.ts';

/** Only the event source mapping of a stream has a starting position. */
const readsStream = (watched: ServiceFunction): boolean =>
  watched.node.findAll().some((part) => part instanceof CfnEventSourceMapping && part.startingPosition !== undefined);

const iteratorAge = (lambda: LambdaFunction, period: Duration): Metric =>
  lambda.metric('IteratorAge', { statistic: Stats.MAXIMUM, period });

/** The alarm of a function that fails. */
export const failsOf = (id: string): string => `${id}Fails`;

const raiseAlarms = (watch: Watch, watched: ServiceFunction): void => {
  const { id } = watched.node;
  const lambda = watched.function;
  const period = Duration.minutes(15);
  const severity = watched.alias === null ? 'ticket' : 'page';
  watch.raise(failsOf(id), {
    severity,
    impact: `The function ${id} fails repeatedly. It ${inSentence(watched.purpose)}.`,
    section: 'a-function-fails',
    metric: lambda.metricErrors({ statistic: Stats.SUM, period }),
    // An asynchronous invocation is tried three times.
    threshold: { above: 2 },
    periods: { bad: 1, of: 1 },
  });
  watch.raise(`${id}IsThrottled`, {
    severity,
    impact: `The function ${id} is throttled. It ${inSentence(watched.purpose)}.`,
    section: 'a-function-is-throttled',
    metric: lambda.metricThrottles({ statistic: Stats.SUM, period: Duration.minutes(5) }),
    threshold: { above: 0 },
    periods: { bad: 2, of: 3 },
  });
  if (!readsStream(watched)) return;
  watch.raise(`${id}LagsBehind`, {
    severity: 'page',
    impact: `Changes of the table reach ${id} minutes late. It ${inSentence(watched.purpose)}.`,
    section: 'the-stream-lags-behind',
    metric: iteratorAge(lambda, Duration.minutes(1)),
    threshold: { above: 120_000 },
    periods: { bad: 3, of: 5 },
  });
};

const inSentence = (purpose: string): string => `${purpose.charAt(0).toLowerCase()}${purpose.slice(1)}`;

export const pagesFail = 'ConnectPagesFail';

/** A hosted page answers its errors itself: Lambda counts none of them. */
const raisePagesAlarm = (watch: Watch): void => {
  watch.raise(pagesFail, {
    severity: 'page',
    impact: "End customers can't connect their numbers: hosted pages show an error.",
    section: 'a-function-fails',
    metric: serviceMetric(watch.stage, 'pages_failed', { statistic: Stats.SUM, period: Duration.minutes(15) }),
    threshold: { above: 2 },
    periods: { bad: 1, of: 1 },
  });
};

export const watchFunctions = (watch: Watch, functions: readonly ServiceFunction[]): void => {
  for (const watched of functions) raiseAlarms(watch, watched);
  raisePagesAlarm(watch);
  const ofEach = (
    title: string,
    axis: 'count' | 'milliseconds' | 'waiting',
    statistic: string,
    metric: (lambda: LambdaFunction) => Metric,
  ): GraphWidget =>
    graph(
      title,
      axis,
      functions.map((watched) => metric(watched.function).with({ label: watched.node.id, statistic, period: grain })),
    );
  watch.show(
    'Functions',
    ofEach('Invocations', 'count', Stats.SUM, (lambda) => lambda.metricInvocations()),
    ofEach('Errors', 'count', Stats.SUM, (lambda) => lambda.metricErrors()),
    ofEach('Throttles', 'count', Stats.SUM, (lambda) => lambda.metricThrottles()),
    ofEach('Duration, p99', 'milliseconds', 'p99', (lambda) => lambda.metricDuration()),
    ofEach('Concurrent executions', 'waiting', Stats.MAXIMUM, (lambda) => lambda.metric('ConcurrentExecutions')),
    graph(
      'Age of the stream records',
      'milliseconds',
      functions
        .filter(readsStream)
        .map((watched) => iteratorAge(watched.function, grain).with({ label: watched.node.id })),
    ),
    graph('Hosted pages that failed', 'count', [
      serviceMetric(watch.stage, 'pages_failed', { statistic: Stats.SUM, period: grain }),
    ]),
    graph('Hints processed', 'count', [found(searchFor(watch.stage, 'hints_done', 'Sum', grain))]),
    graph('Hints that failed and are redelivered', 'count', [
      found(searchFor(watch.stage, 'hints_failed', 'Sum', grain)),
    ]),
  );
};
