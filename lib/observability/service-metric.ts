import { Metric, type Unit } from 'aws-cdk-lib/aws-cloudwatch';
import type { Duration } from 'aws-cdk-lib/core';
import { dimensionsOf, metricNamespace, type MetricName } from '../../lambdas/domain/metrics.ts';
import type { StageConfig } from '../stages.ts';

export interface Reading {
  /** `Sum`, `Maximum`, `p99`. */
  readonly statistic: string;
  readonly period: Duration;
  readonly label?: string;
  /** Of a metric told apart by more than the stage: which one. */
  readonly of?: string;
  readonly unit?: Unit;
}

/** A metric that the functions write on their log lines. @throws Error when it needs to be told apart and is not */
export const serviceMetric = (stage: StageConfig, name: MetricName, reading: Reading): Metric => {
  const { of, ...how } = reading;
  const [, by] = dimensionsOf(name);
  if ((by === undefined) !== (of === undefined)) throw new Error(`metric ${name}: which ${by ?? 'one'} is not said`);
  return new Metric({
    ...how,
    namespace: metricNamespace,
    metricName: name,
    dimensionsMap: { stage: stage.name, ...(by === undefined || of === undefined ? {} : { [by]: of }) },
  });
};

/**
 * All that a metric is told apart by, each a line of its own, also those that come to be later.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/search-expression-syntax.html
 */
export const searchFor = (stage: StageConfig, name: MetricName, statistic: string, period: Duration): string => {
  const dimensions = [metricNamespace, ...dimensionsOf(name)].join(',');
  return `SEARCH('{${dimensions}} MetricName="${name}" stage="${stage.name}"', '${statistic}', ${period.toSeconds()})`;
};
