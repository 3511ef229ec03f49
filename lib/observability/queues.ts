import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Duration } from 'aws-cdk-lib/core';
import { graph, grain } from './graph.ts';
import type { Watch } from './watch.ts';

/** A message may be delayed by 15 minutes before it is anybody's. */
const longestAge = Duration.minutes(30);

const nameOf = ({ node }: Queue): string => (node.id.endsWith('Queue') ? node.id : `${node.id}Queue`);

const raiseAlarm = (watch: Watch, queue: Queue): void => {
  const id = nameOf(queue);
  const period = Duration.minutes(5);
  if (queue.deadLetterQueue === undefined) {
    watch.raise(`${id}HoldsWork`, {
      suffering: 'Work was given up, and somebody waits for its outcome until people look at it.',
      section: 'work-was-set-aside',
      metric: queue.metricApproximateNumberOfMessagesVisible({ statistic: Stats.MAXIMUM, period }),
      threshold: { above: 0 },
      periods: { bad: 1, of: 1 },
    });
    return;
  }
  watch.raise(`${id}StandsStill`, {
    suffering: `The ${id} is not worked off: what partners asked for happens late or not at all.`,
    section: 'a-queue-stands-still',
    metric: queue.metricApproximateAgeOfOldestMessage({ statistic: Stats.MAXIMUM, period }),
    threshold: { above: longestAge.toSeconds() },
    periods: { bad: 2, of: 2 },
  });
};

export const watchQueues = (watch: Watch, queues: readonly Queue[]): void => {
  for (const queue of queues) raiseAlarm(watch, queue);
  const maximum = { statistic: Stats.MAXIMUM, period: grain };
  watch.show(
    'Queues',
    graph(
      'Age of the oldest message',
      'seconds',
      queues.map((queue) => queue.metricApproximateAgeOfOldestMessage({ ...maximum, label: nameOf(queue) })),
    ),
    graph(
      'Messages waiting',
      'waiting',
      queues.map((queue) => queue.metricApproximateNumberOfMessagesVisible({ ...maximum, label: nameOf(queue) })),
    ),
    graph(
      'Messages sent',
      'count',
      queues.map((queue) =>
        queue.metricNumberOfMessagesSent({ statistic: Stats.SUM, period: grain, label: nameOf(queue) }),
      ),
    ),
  );
};
