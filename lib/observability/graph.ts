import { GraphWidget, type IMetric, MathExpression, type YAxisProps } from 'aws-cdk-lib/aws-cloudwatch';
import { Duration } from 'aws-cdk-lib/core';

/** How the dashboard divides time. */
export const grain = Duration.minutes(1);

const height = 6;
/** Of the 24 columns of a dashboard. */
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

/** The lines that a search expression finds. */
export const found = (expression: string, label = ''): MathExpression =>
  new MathExpression({ expression, label, usingMetrics: {}, period: grain });
