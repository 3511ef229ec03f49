import { MathExpression, Stats, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Duration } from 'aws-cdk-lib/core';
import type { ServiceFunction } from '../constructs/service-function.ts';
import { prices } from '../prices.ts';
import { graph } from './graph.ts';
import { tableUnits } from './table.ts';
import type { Watch } from './watch.ts';

export interface Spending {
  readonly api: HttpApi;
  readonly table: ITableV2;
  readonly indexes: readonly string[];
  /** The functions that scale with the traffic. An alarm supports ten metrics at most. */
  readonly busiest: readonly ServiceFunction[];
}

const period = Duration.hours(1);

/** Dollars per million, without an exponent, which CloudWatch does not support. */
const perMillion = (price: number): string => (price * 1e6).toFixed(6);

/** The costs of an hour, in dollars, that grow with the traffic. */
const estimate = ({ api, table, indexes, busiest }: Spending): MathExpression => {
  const usingMetrics: Record<string, IMetric> = { calls: api.metricCount({ statistic: Stats.SUM, period }) };
  const terms = [`FILL(calls, 0) * ${perMillion(prices.apiRequest + prices.functionRequest)}`];
  [undefined, ...indexes].forEach((index, place) => {
    usingMetrics[`reads${place}`] = tableUnits(table, 'ConsumedReadCapacityUnits', period, index);
    usingMetrics[`writes${place}`] = tableUnits(table, 'ConsumedWriteCapacityUnits', period, index);
    terms.push(
      `FILL(reads${place}, 0) * ${perMillion(prices.readUnit)}`,
      `FILL(writes${place}, 0) * ${perMillion(prices.writeUnit)}`,
    );
  });
  busiest.forEach((watched, place) => {
    usingMetrics[`time${place}`] = watched.function.metricDuration({ statistic: Stats.SUM, period });
    const gibSeconds = watched.memoryMiB / 1024 / 1000;
    terms.push(`FILL(time${place}, 0) * ${perMillion(gibSeconds * prices.functionGibSecond)}`);
  });
  return new MathExpression({
    expression: `(${terms.join(' + ')}) / 1000000`,
    label: 'estimate',
    usingMetrics,
    period,
  });
};

export const watchCost = (watch: Watch, spending: Spending): void => {
  const cost = estimate(spending);
  watch.raise('SpendingIsHigh', {
    severity: 'page',
    impact: 'The stage costs more an hour than expected: a loop, or much more traffic.',
    section: 'spending-is-high',
    metric: cost,
    threshold: { above: watch.stage.alarms.dollarsPerHour },
    periods: { bad: 1, of: 1 },
  });
  watch.show('Cost', graph('Estimated costs of the traffic', 'dollars', [cost]));
};
