import type { Fields } from './logger.ts';

/** Counts for CloudWatch, all under one namespace, told apart by name and stage. */
export type Metrics = (counts: Readonly<Record<string, number>>, fields?: Fields) => void;

export const metricNamespace = 'swift-worker';

/** Counts and events of the delivery index that are not what they should be. An alarm watches them. */
export const deliveryDifferences = 'delivery_differences';

/**
 * Metrics as log lines that CloudWatch reads, so that no call of its API is made.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */
export const embeddedMetrics =
  (write: (line: string) => void, clock: () => number, stage: string): Metrics =>
  (counts, fields = {}) => {
    const metrics = Object.keys(counts).map((name) => ({ Name: name, Unit: 'Count' }));
    const directive = { Namespace: metricNamespace, Dimensions: [['stage']], Metrics: metrics };
    const line = { _aws: { Timestamp: clock(), CloudWatchMetrics: [directive] }, stage, ...fields, ...counts };
    write(JSON.stringify(line));
  };

export const consoleMetrics = (clock: () => number, stage: string): Metrics =>
  embeddedMetrics(
    (line) => {
      process.stdout.write(`${line}\n`);
    },
    clock,
    stage,
  );
