import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { CfnEventSourceMapping, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Duration } from 'aws-cdk-lib/core';
import type { ServiceFunction } from '../constructs/service-function.ts';
import { found, graph, grain } from './graph.ts';
import { searchFor } from './service-metric.ts';
import type { Watch } from './watch.ts';

/** Records of a stream have a place to start from; messages of a queue have none. */
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
  watch.raise(failsOf(id), {
    suffering: `The function ${id} fails again and again. It ${inSentence(watched.purpose)}.`,
    section: 'a-function-fails',
    metric: lambda.metricErrors({ statistic: Stats.SUM, period }),
    // What is invoked by a schedule is tried three times before it waits for the next.
    threshold: { above: 2 },
    periods: { bad: 1, of: 1 },
  });
  watch.raise(`${id}IsThrottled`, {
    suffering: `The function ${id} gets fewer environments than it needs. It ${inSentence(watched.purpose)}.`,
    section: 'a-function-is-throttled',
    metric: lambda.metricThrottles({ statistic: Stats.SUM, period: Duration.minutes(5) }),
    threshold: { above: 0 },
    periods: { bad: 2, of: 3 },
  });
  if (!readsStream(watched)) return;
  watch.raise(`${id}LagsBehind`, {
    suffering: `What was committed reaches ${id} minutes late. It ${inSentence(watched.purpose)}.`,
    section: 'the-stream-lags-behind',
    metric: iteratorAge(lambda, Duration.minutes(1)),
    threshold: { above: 120_000 },
    periods: { bad: 3, of: 5 },
  });
};

const inSentence = (purpose: string): string => `${purpose.charAt(0).toLowerCase()}${purpose.slice(1)}`;

export const watchFunctions = (watch: Watch, functions: readonly ServiceFunction[]): void => {
  for (const watched of functions) raiseAlarms(watch, watched);
  const each = (statistic: string, metric: (lambda: LambdaFunction) => Metric): Metric[] =>
    functions.map((watched) => metric(watched.function).with({ label: watched.node.id, statistic, period: grain }));
  watch.show(
    'Functions',
    graph(
      'Invocations',
      'count',
      each(Stats.SUM, (lambda) => lambda.metricInvocations()),
    ),
    graph(
      'Errors',
      'count',
      each(Stats.SUM, (lambda) => lambda.metricErrors()),
    ),
    graph(
      'Throttles',
      'count',
      each(Stats.SUM, (lambda) => lambda.metricThrottles()),
    ),
    graph(
      'Duration, p99',
      'milliseconds',
      each('p99', (lambda) => lambda.metricDuration()),
    ),
    graph(
      'Environments at work',
      'waiting',
      each(Stats.MAXIMUM, (lambda) => lambda.metric('ConcurrentExecutions')),
    ),
    graph(
      'Age of what the stream brings',
      'milliseconds',
      functions
        .filter(readsStream)
        .map((watched) => iteratorAge(watched.function, grain).with({ label: watched.node.id })),
    ),
    graph('Hints done', 'count', [found(searchFor(watch.stage, 'hints_done', 'Sum', grain))]),
    graph('Hints that failed and come again', 'count', [found(searchFor(watch.stage, 'hints_failed', 'Sum', grain))]),
  );
};
