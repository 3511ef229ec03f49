import { Stats, type Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Duration } from 'aws-cdk-lib/core';
import { graph, grain } from './graph.ts';
import type { Watch } from './watch.ts';

/** Longer than the maximal delay of a message, 15 minutes. */
const longestAge = Duration.minutes(30);

const nameOf = ({ node }: Queue): string => (node.id.endsWith('Queue') ? node.id : `${node.id}Queue`);

const raiseAlarm = (watch: Watch, queue: Queue): void => {
  const id = nameOf(queue);
  const period = Duration.minutes(5);
  if (id === 'FailedQueue') {
    watch.raise(`${id}HasMessages`, {
      severity: 'ticket',
      impact: 'Messages were moved to the dead-letter queue and need a manual decision.',
      section: 'a-message-failed',
      metric: queue.metricApproximateNumberOfMessagesVisible({ statistic: Stats.MAXIMUM, period }),
      threshold: { above: 0 },
      periods: { bad: 1, of: 1 },
    });
    return;
  }
  watch.raise(`${id}IsNotConsumed`, {
    severity: 'ticket',
    impact: `The ${id} is not consumed: background work is late or not done.`,
    section: 'a-queue-is-not-consumed',
    metric: queue.metricApproximateAgeOfOldestMessage({ statistic: Stats.MAXIMUM, period }),
    threshold: { above: longestAge.toSeconds() },
    periods: { bad: 2, of: 2 },
  });
};

export const watchQueues = (watch: Watch, queues: readonly Queue[]): void => {
  for (const queue of queues) raiseAlarm(watch, queue);
  const maximum = { statistic: Stats.MAXIMUM, period: grain };
  const ofEach = (metric: (queue: Queue, label: string) => Metric): readonly Metric[] =>
    queues.map((queue) => metric(queue, nameOf(queue)));
  const ages = ofEach((queue, label) => queue.metricApproximateAgeOfOldestMessage({ ...maximum, label }));
  const waiting = ofEach((queue, label) => queue.metricApproximateNumberOfMessagesVisible({ ...maximum, label }));
  const sent = ofEach((queue, label) =>
    queue.metricNumberOfMessagesSent({ statistic: Stats.SUM, period: grain, label }),
  );
  watch.show(
    'Queues',
    graph('Age of the oldest message', 'seconds', ages),
    graph('Messages waiting', 'waiting', waiting),
    graph('Messages sent', 'count', sent),
  );
};
