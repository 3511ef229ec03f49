import { Metric, type Unit } from 'aws-cdk-lib/aws-cloudwatch';
import type { Duration } from 'aws-cdk-lib/core';
import { dimensionsOf, metricNamespace, type MetricName } from '../../lambdas/kernel/metrics.ts';
import type { StageConfig } from '../stages.ts';

export interface Reading {
  /** `Sum`, `Maximum`, `p99`. */
  readonly statistic: string;
  readonly period: Duration;
  readonly label?: string;
  /** The value of the second dimension, besides the stage. */
  readonly of?: string;
  readonly unit?: Unit;
}

/** A metric of the functions' log lines. @throws Error without the value of its dimension */
export const serviceMetric = (stage: StageConfig, name: MetricName, reading: Reading): Metric => {
  const { of, ...how } = reading;
  const [, by] = dimensionsOf(name);
  if ((by === undefined) !== (of === undefined))
    throw new Error(`metric ${name}: the value of ${by ?? 'its dimension'} is missing`);
  return new Metric({
    ...how,
    namespace: metricNamespace,
    metricName: name,
    dimensionsMap: { stage: stage.name, ...(by === undefined || of === undefined ? {} : { [by]: of }) },
  });
};

/** A name with a character that is neither a letter nor a digit has to be quoted. */
const quoted = (name: string): string => (/^[A-Za-z0-9]+$/.test(name) ? name : `"${name}"`);

/**
 * A search for all values of a metric's dimension, with future ones.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/search-expression-syntax.html
 */
export const searchFor = (stage: StageConfig, name: MetricName, statistic: string, period: Duration): string => {
  const dimensions = [metricNamespace, ...dimensionsOf(name)].map(quoted).join(',');
  return `SEARCH('{${dimensions}} MetricName="${name}" stage="${stage.name}"', '${statistic}', ${period.toSeconds()})`;
};
