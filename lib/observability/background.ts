import { Stats, type MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import { Duration } from 'aws-cdk-lib/core';
import { queueNames, whenLate, type QueueName } from '../../lambdas/kernel/work.ts';
import type { ServiceFunction } from '../constructs/service-function.ts';
import { capitalised } from '../constructs/work-queues.ts';
import { found, graph, grain, shareOfSum } from './graph.ts';
import { searchFor, serviceMetric } from './service-metric.ts';
import type { Watch } from './watch.ts';

const idOf = (queue: QueueName): string => `${capitalised(queue)}WorkIsLate`;

const raiseAlarms = (watch: Watch, sweep: ServiceFunction): void => {
  const { stage } = watch;
  const period = Duration.minutes(1);
  for (const queue of queueNames) {
    watch.raise(idOf(queue), {
      severity: queue === 'event' ? 'page' : 'ticket',
      impact: whenLate[queue],
      section: 'work-is-late',
      metric: serviceMetric(stage, 'work_overdue_milliseconds', { statistic: Stats.MAXIMUM, period, of: queue }),
      threshold: { above: Duration.minutes(5).toMilliseconds() },
      periods: { bad: 3, of: 5 },
      // A sweep reports every queue that it has read, also one without overdue work.
      silenceIsBad: true,
    });
  }
  watch.raise('SweepDoesNotRun', {
    severity: 'page',
    impact: 'Work whose hint was lost, and work that is due in more than 15 minutes, is not done.',
    section: 'the-sweep-does-not-run',
    metric: sweep.function.metricInvocations({ statistic: Stats.SUM, period: Duration.minutes(5) }),
    threshold: { below: 1 },
    periods: { bad: 2, of: 2 },
    silenceIsBad: true,
  });
};

const failedAttempts = ({ stage }: Watch, fewest: number, period: Duration): MathExpression => {
  const sum = { statistic: Stats.SUM, period };
  const [done, failed] = [
    serviceMetric(stage, 'attempts_delivered', sum),
    serviceMetric(stage, 'attempts_failed', sum),
  ];
  return shareOfSum('failed', 'failed', { done, failed }, fewest, period);
};

const raiseEventAlarms = (watch: Watch): void => {
  watch.raise('EventsAreNotDelivered', {
    severity: 'page',
    impact: 'Most attempts to deliver events fail: partners do not learn of changes.',
    section: 'events-are-not-delivered',
    metric: failedAttempts(watch, 200, Duration.minutes(15)),
    threshold: { above: 50 },
    periods: { bad: 2, of: 2 },
  });
  watch.raise('EventsAreGivenUp', {
    severity: 'ticket',
    impact: 'The last attempt to deliver an event failed. The operator can send it again.',
    section: 'events-are-given-up',
    metric: serviceMetric(watch.stage, 'events_given_up', { statistic: Stats.SUM, period: Duration.hours(1) }),
    threshold: { above: 0 },
    periods: { bad: 1, of: 1 },
  });
};

/**
 * The age of a queue leaves out messages that were received three times, and these messages have no dead-letter queue. So this is the
 * only alarm of one that can't be processed.
 */
const raiseCallbackAlarm = (watch: Watch): void => {
  watch.raise('RelayedCallbacksFail', {
    severity: 'ticket',
    impact: 'Callbacks of lines have failed for an hour, and are lost when they are a day old.',
    section: 'relayed-callbacks-fail',
    metric: serviceMetric(watch.stage, 'callbacks_failed', { statistic: Stats.SUM, period: Duration.minutes(15) }),
    threshold: { above: 0 },
    periods: { bad: 4, of: 4 },
  });
};

/** Background work and events. */
export const watchBackground = (watch: Watch, sweep: ServiceFunction): void => {
  raiseAlarms(watch, sweep);
  raiseEventAlarms(watch);
  raiseCallbackAlarm(watch);
  const { stage } = watch;
  const sum = { statistic: Stats.SUM, period: grain };
  watch.show(
    'Background work',
    graph('Overdue, by kind', 'waiting', [found(searchFor(stage, 'work_overdue', 'Maximum', grain))]),
    graph('Age of the oldest', 'milliseconds', [
      found(searchFor(stage, 'work_overdue_milliseconds', 'Maximum', grain)),
    ]),
    graph('Hints that no queue accepted', 'count', [serviceMetric(stage, 'hints_unsent', sum)]),
  );
  watch.show(
    "Events on their way to partners' endpoints",
    graph('Attempts', 'count', [
      serviceMetric(stage, 'attempts_delivered', { ...sum, label: 'delivered' }),
      serviceMetric(stage, 'attempts_failed', { ...sum, label: 'failed' }),
      serviceMetric(stage, 'events_slowed', { ...sum, label: 'events of slow endpoints' }),
      serviceMetric(stage, 'events_parked', { ...sum, label: 'events parked' }),
      serviceMetric(stage, 'events_given_up', { ...sum, label: 'events given up' }),
      serviceMetric(stage, 'callbacks_failed', { ...sum, label: 'relayed callbacks that wait' }),
    ]),
    graph('Failed attempts', 'percent', [failedAttempts(watch, 1, grain)]),
    graph('Duration', 'milliseconds', [
      serviceMetric(stage, 'event_age_milliseconds', {
        statistic: 'p50',
        period: grain,
        label: 'commit to delivery, p50',
      }),
      serviceMetric(stage, 'event_age_milliseconds', {
        statistic: 'p99',
        period: grain,
        label: 'commit to delivery, p99',
      }),
      serviceMetric(stage, 'attempt_milliseconds', { statistic: 'p99', period: grain, label: 'one attempt, p99' }),
    ]),
  );
};
