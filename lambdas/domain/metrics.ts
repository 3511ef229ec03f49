import type { Milliseconds } from './time.ts';

export const metricNamespace = 'swift-worker';

interface Metric {
  readonly unit: 'Count' | 'Milliseconds' | 'Percent';
  /** The field of its line that tells it apart, beside the stage. */
  readonly by?: 'route' | 'function' | 'work';
}

/** Every metric of the service; the dashboard and the alarms know them by these names. A count that is 0 needs no line. */
export const metrics = {
  /** From the event to the answer, in the dispatcher; one for each call, so its sample count is the calls. */
  call_milliseconds: { unit: 'Milliseconds', by: 'route' },
  /** Calls by how they ended: 4xx but for 429; 429; 5xx. */
  calls_refused: { unit: 'Count', by: 'route' },
  calls_limited: { unit: 'Count', by: 'route' },
  calls_failed: { unit: 'Count', by: 'route' },
  /** Hints whose work was done, and those that come again, by the worker that had them. */
  hints_done: { unit: 'Count', by: 'function' },
  hints_failed: { unit: 'Count', by: 'function' },
  /** Hints that no queue took. */
  hints_unsent: { unit: 'Count' },
  /** Work that was due for longer than its hint takes, and for how long, at a sweep, by its kind. */
  work_overdue: { unit: 'Count', by: 'work' },
  work_overdue_milliseconds: { unit: 'Milliseconds', by: 'work' },
  /** Exchanges with partners' endpoints, by how they ended. */
  attempts_delivered: { unit: 'Count' },
  attempts_failed: { unit: 'Count' },
  attempt_milliseconds: { unit: 'Milliseconds' },
  /** From an event's commit to its delivery. */
  event_age_milliseconds: { unit: 'Milliseconds' },
  /** Events that ended without being delivered. */
  events_given_up: { unit: 'Count' },
  /** Events that went on to the worker for slow endpoints. */
  events_slowed: { unit: 'Count' },
  /** Events put aside because their endpoint can't take them now. */
  events_held: { unit: 'Count' },
  /** From a delivery report's commit to its place in the index. */
  rollup_lag_milliseconds: { unit: 'Milliseconds' },
  /** Reports that a scope's index did not take: when they are parked, and at each later try. */
  reports_parked: { unit: 'Count' },
  delivery_events_audited: { unit: 'Count' },
  delivery_hours_recounted: { unit: 'Count' },
  delivery_differences: { unit: 'Count' },
  /** Calls to the messaging platform; failed are those it did not answer as it should. */
  platform_call_milliseconds: { unit: 'Milliseconds' },
  platform_calls_failed: { unit: 'Count' },
  /** Calls that a business account's budget, ours or the platform's, did not allow. */
  platform_calls_over_budget: { unit: 'Count' },
  /** Of a business account's calls in an hour, when more of them are taken. */
  platform_budget_used: { unit: 'Percent' },
  /** Invocations of the operator's function that did not come by its URL, which are refused. */
  operator_invoked_directly: { unit: 'Count' },
} as const satisfies Readonly<Record<string, Metric>>;

export type MetricName = keyof typeof metrics;
export type Measures = Readonly<Partial<Record<MetricName, number>>>;

export const isMetric = (name: string): name is MetricName => name in metrics;

/** What a metric is told apart by; the line holds each as a field. */
export const dimensionsOf = (name: MetricName): readonly string[] => {
  const { by }: Metric = metrics[name];
  return by === undefined ? ['stage'] : ['stage', by];
};

/**
 * Fields that make a log line carry metrics: CloudWatch takes them out of it, so that no call of its API is made. The
 * line must have the fields of their dimensions, too.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */
export const embedded = (now: Milliseconds, measures: Measures): Readonly<Record<string, unknown>> => {
  const byDimensions = Map.groupBy(Object.keys(measures).filter(isMetric), (name) => dimensionsOf(name).join(' '));
  const directives = Array.from(byDimensions, ([dimensions, names]) => ({
    Namespace: metricNamespace,
    Dimensions: [dimensions.split(' ')],
    Metrics: names.map((name) => ({ Name: name, Unit: metrics[name].unit })),
  }));
  return { ...measures, _aws: { Timestamp: now, CloudWatchMetrics: directives } };
};
