import { MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Duration } from 'aws-cdk-lib/core';
import { graph, grain } from './graph.ts';
import type { Watch } from './watch.ts';

type Units = 'ConsumedReadCapacityUnits' | 'ConsumedWriteCapacityUnits' | 'ReadThrottleEvents' | 'WriteThrottleEvents';

/** A metric of the table, or of one of its indexes. */
export const tableUnits = (table: ITableV2, name: Units, period: Duration, index?: string): Metric =>
  new Metric({
    namespace: 'AWS/DynamoDB',
    metricName: name,
    dimensionsMap: {
      TableName: table.tableName,
      ...(index === undefined ? {} : { GlobalSecondaryIndexName: index }),
    },
    statistic: Stats.SUM,
    period,
    label: index === undefined ? name : `${name} of ${index}`,
  });

const operations = ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'TransactWriteItems'] as const;

const byOperation = (table: ITableV2, name: string, statistic: string, period: Duration): Metric[] =>
  operations.map(
    (operation) =>
      new Metric({
        namespace: 'AWS/DynamoDB',
        metricName: name,
        dimensionsMap: { TableName: table.tableName, Operation: operation },
        statistic,
        period,
        label: operation,
      }),
  );

const sumOf = (metrics: readonly Metric[], period: Duration): MathExpression => {
  const named = Object.fromEntries(metrics.map((metric, index) => [`m${index}`, metric]));
  return new MathExpression({
    expression: Object.keys(named)
      .map((name) => `FILL(${name}, 0)`)
      .join(' + '),
    usingMetrics: named,
    period,
  });
};

const raiseAlarms = (watch: Watch, table: ITableV2, indexes: readonly string[]): void => {
  const period = Duration.minutes(1);
  const places = [undefined, ...indexes];
  const throttles = places.flatMap((index) => [
    tableUnits(table, 'ReadThrottleEvents', period, index),
    tableUnits(table, 'WriteThrottleEvents', period, index),
  ]);
  watch.raise('TableIsThrottled', {
    severity: 'page',
    impact: 'The table throttles reads or writes: calls are slow or fail with 503.',
    section: 'the-table-is-throttled',
    metric: sumOf(throttles, period),
    threshold: { above: 0 },
    periods: { bad: 3, of: 5 },
  });
  watch.raise('TableFails', {
    severity: 'page',
    impact: 'DynamoDB returns system errors: calls and background work fail.',
    section: 'the-table-fails',
    metric: sumOf(byOperation(table, 'SystemErrors', Stats.SUM, period), period),
    threshold: { above: 0 },
    periods: { bad: 3, of: 5 },
  });
};

export const watchTable = (watch: Watch, table: ITableV2, indexes: readonly string[]): void => {
  raiseAlarms(watch, table, indexes);
  const places = [undefined, ...indexes];
  const units = (...names: readonly Units[]): Metric[] =>
    places.flatMap((index) => names.map((name) => tableUnits(table, name, grain, index)));
  watch.show(
    'Table',
    graph('Units', 'count', units('ConsumedReadCapacityUnits', 'ConsumedWriteCapacityUnits')),
    graph('Throttled', 'count', units('ReadThrottleEvents', 'WriteThrottleEvents')),
    graph('Latency of an operation, p99', 'milliseconds', byOperation(table, 'SuccessfulRequestLatency', 'p99', grain)),
  );
};
