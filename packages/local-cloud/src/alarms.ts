/** What CloudWatch measures in a period. */
export interface MetricQuery {
  readonly Namespace: string;
  readonly MetricName: string;
  readonly Dimensions: readonly { readonly Name: string; readonly Value: string }[];
  readonly Statistic: 'Sum' | 'Maximum';
  /** In seconds. */
  readonly Period: number;
}

/** An `AWS::CloudWatch::Alarm`, resolved. */
export interface AlarmConfiguration {
  readonly name: string;
  readonly description: string;
  /** Null: a calculation with several metrics. */
  readonly metric: MetricQuery | null;
  readonly threshold: number;
  readonly isBelow: boolean;
  readonly periods: { readonly bad: number; readonly of: number };
  readonly silenceIsBad: boolean;
  readonly actions: readonly string[];
}

/** A metric's value in the period that begins at a time, in milliseconds; undefined without data, null for a metric that is not kept here. */
export type MetricSource = (query: MetricQuery, from: number) => number | undefined | null;

export type AlarmState = 'OK' | 'ALARM' | 'INSUFFICIENT_DATA';

/**
 * The state of an alarm by its last periods, with the current one. Periods before `since`, the start, do not count.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarm-evaluation.html
 */
export const alarmState = (
  { metric, threshold, isBelow, periods, silenceIsBad }: AlarmConfiguration,
  valueOf: MetricSource,
  now: number,
  since: number,
): AlarmState => {
  if (metric === null) return 'INSUFFICIENT_DATA';
  const period = metric.Period * 1000;
  const begun = Array.from({ length: periods.of }, (_, index) => Math.floor(now / period - index) * period);
  const values = begun.map((from) => ({
    isWhole: from >= since && from + period <= now,
    value: valueOf(metric, from),
  }));
  if (values.some(({ value }) => value === null)) return 'INSUFFICIENT_DATA';
  const isBad = ({ isWhole, value }: (typeof values)[number]): boolean => {
    if (typeof value !== 'number') return silenceIsBad && isWhole;
    // A sum still grows until its period ends.
    return isBelow ? isWhole && value < threshold : value > threshold;
  };
  return values.filter(isBad).length >= periods.bad ? 'ALARM' : 'OK';
};
