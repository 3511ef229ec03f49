import type { Milliseconds } from './time.ts';

export const metricNamespace = 'swift-worker';

interface Metric {
  readonly unit: 'Count' | 'Milliseconds' | 'Percent';
  /** The dimension beside the stage: a field of the log line. */
  readonly by?: 'route' | 'function' | 'work' | 'part';
}

/** Every metric of the service, by the name that dashboards and alarms use. A count of 0 is not logged. */
export const metrics = {
  /** From event to response, in the dispatcher. Its sample count is the number of calls. */
  call_milliseconds: { unit: 'Milliseconds', by: 'route' },
  /** Calls by status: 4xx without 429; 429; 5xx. */
  calls_refused: { unit: 'Count', by: 'route' },
  calls_limited: { unit: 'Count', by: 'route' },
  calls_failed: { unit: 'Count', by: 'route' },
  /** Of queries by a known caller. Commands may wait for the platform or for an endpoint. */
  query_milliseconds: { unit: 'Milliseconds' },
  /** Calls with a credential, and those of them that were refused for their caller or their form. What no key or token comes with is a stranger's. */
  credentialed_calls: { unit: 'Count' },
  credentialed_calls_refused: { unit: 'Count' },
  /** Hints that were processed, and hints that are redelivered, by function. */
  hints_done: { unit: 'Count', by: 'function' },
  hints_failed: { unit: 'Count', by: 'function' },
  /** Hints that no queue accepted. */
  hints_unsent: { unit: 'Count' },
  /** Overdue work that a sweep found, and the age of the oldest. */
  work_overdue: { unit: 'Count', by: 'work' },
  work_overdue_milliseconds: { unit: 'Milliseconds', by: 'work' },
  /** Exchanges with endpoints, by outcome. */
  attempts_delivered: { unit: 'Count' },
  attempts_failed: { unit: 'Count' },
  attempt_milliseconds: { unit: 'Milliseconds' },
  /** From an event's commit to its delivery. */
  event_age_milliseconds: { unit: 'Milliseconds' },
  /** Events that ended undelivered. */
  events_given_up: { unit: 'Count' },
  /** Callbacks of lines whose message is redelivered, for another reason than their endpoint. */
  callbacks_failed: { unit: 'Count' },
  /** Hosted pages that said that something went wrong, because of an unknown error. */
  pages_failed: { unit: 'Count' },
  /** Events moved to the queue for slow endpoints. */
  events_slowed: { unit: 'Count' },
  /** Events parked because their endpoint can't take them now. */
  events_parked: { unit: 'Count' },
  /** From the commit of a delivery report to its entry in the index. */
  journal_lag_milliseconds: { unit: 'Milliseconds' },
  /** Reports that a scope's index did not accept: counted when they are parked and at each failed retry. */
  reports_parked: { unit: 'Count' },
  /** For how long a day of usage could have been closed, when a worker begins to close it. */
  usage_open_milliseconds: { unit: 'Milliseconds' },
  delivery_events_audited: { unit: 'Count' },
  delivery_hours_recounted: { unit: 'Count' },
  delivery_differences: { unit: 'Count' },
  /** Calls to the platform. Failed are transient and unknown errors. */
  platform_call_milliseconds: { unit: 'Milliseconds' },
  platform_calls_failed: { unit: 'Count' },
  /** Calls that the budget of a business account did not allow. */
  platform_calls_over_budget: { unit: 'Count' },
  /** Share of a business account's hourly calls, at each grant. */
  platform_budget_used: { unit: 'Percent' },
  /** Answers by another version of the Graph API than was asked, once an hour and environment. */
  platform_version_replaced: { unit: 'Count' },
  /** Incidents in which the platform refused valid access to several business accounts. */
  platform_incidents: { unit: 'Count' },
  /** Mails to members that Cognito or SES refused to send. */
  member_mails_refused: { unit: 'Count' },
  /** Mails about critical notifications that SES accepted, and for how long it has not accepted one, at each failed try. */
  notice_mails_sent: { unit: 'Count' },
  notice_mail_failing_milliseconds: { unit: 'Milliseconds' },
  /** Refused invocations of the operator's function that did not come through its URL. */
  operator_invoked_directly: { unit: 'Count' },
  /** Entries of the audit trail that were modified or removed, or that differ from their copy. The service does neither. */
  audit_entries_changed: { unit: 'Count' },
  /** A part of the stage that the probe found bad, and how many parts each of its runs did. */
  probe_failed: { unit: 'Count', by: 'part' },
  probe_parts_bad: { unit: 'Count' },
} as const satisfies Readonly<Record<string, Metric>>;

export type MetricName = keyof typeof metrics;
export type Measures = Readonly<Partial<Record<MetricName, number>>>;

export const isMetric = (name: string): name is MetricName => name in metrics;

export const dimensionsOf = (name: MetricName): readonly string[] => {
  const { by }: Metric = metrics[name];
  return by === undefined ? ['stage'] : ['stage', by];
};

interface Directive {
  readonly Namespace: string;
  readonly Dimensions: readonly (readonly string[])[];
  readonly Metrics: readonly { readonly Name: MetricName; readonly Unit: Metric['unit'] }[];
}

const directivesOf = (names: readonly MetricName[]): readonly Directive[] =>
  Array.from(
    Map.groupBy(names, (name) => dimensionsOf(name).join(' ')),
    ([dimensions, together]) => ({
      Namespace: metricNamespace,
      Dimensions: [dimensions.split(' ')],
      Metrics: together.map((name) => ({ Name: name, Unit: metrics[name].unit })),
    }),
  );

/** By the names of the metrics. Each call has one of a few combinations. */
const known = new Map<string, readonly Directive[]>();

/**
 * Fields of a log line in the embedded metric format. The log line must contain the dimensions as fields as well.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */
export const embedded = (now: Milliseconds, measures: Measures): Readonly<Record<string, unknown>> => {
  const names = Object.keys(measures).filter(isMetric);
  const together = names.join(' ');
  let directives = known.get(together);
  if (directives === undefined) {
    directives = directivesOf(names);
    known.set(together, directives);
  }
  return { ...measures, _aws: { Timestamp: now, CloudWatchMetrics: directives } };
};
