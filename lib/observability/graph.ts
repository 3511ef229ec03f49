import { GraphWidget, type IMetric, MathExpression, type YAxisProps } from 'aws-cdk-lib/aws-cloudwatch';
import { Duration } from 'aws-cdk-lib/core';

/** The period of the dashboard's metrics. */
export const grain = Duration.minutes(1);

const height = 6;
/** The width in columns; a dashboard has 24. */
const width = 8;

const axes = {
  count: { min: 0, showUnits: false, label: 'a minute' },
  milliseconds: { min: 0, showUnits: false, label: 'ms' },
  seconds: { min: 0, showUnits: false, label: 's' },
  percent: { min: 0, showUnits: false, label: '%' },
  dollars: { min: 0, showUnits: false, label: '$ an hour' },
  waiting: { min: 0, showUnits: false, label: 'waiting' },
} as const satisfies Record<string, YAxisProps>;

/** A graph of metrics over one axis. */
export const graph = (title: string, axis: keyof typeof axes, metrics: readonly IMetric[]): GraphWidget =>
  new GraphWidget({ title, left: [...metrics], leftYAxis: axes[axis], width, height, period: grain });

/** The metrics that a search expression finds. */
export const found = (expression: string, label = ''): MathExpression =>
  new MathExpression({ expression, label, usingMetrics: {}, period: grain });

/** The share of one of the metrics in their sum, in percent; 0 while the sum is less than `fewest`. */
export const shareOfSum = (
  part: string,
  label: string,
  usingMetrics: Record<string, IMetric>,
  fewest: number,
  period: Duration,
): MathExpression => {
  const sum = Object.keys(usingMetrics)
    .map((name) => `FILL(${name}, 0)`)
    .join(' + ');
  const expression = `IF(${sum} >= ${fewest}, 100 * FILL(${part}, 0) / (${sum}), 0)`;
  return new MathExpression({ expression, label, usingMetrics, period });
};

/** The share of a metric in the metric `calls`, in percent; 0 while there are fewer than `fewest` calls. */
export const shareOfCalls = (
  part: string,
  label: string,
  usingMetrics: Record<string, IMetric>,
  fewest: number,
  period: Duration,
): MathExpression => {
  const expression = `IF(calls >= ${fewest}, 100 * FILL(${part}, 0) / calls, 0)`;
  return new MathExpression({ expression, label, usingMetrics, period });
};
