import type { QueueName } from '../../lambdas/kernel/work.ts';

const queuesUrl = 'https://sqs.example/1/';

/** Addresses of the queues in memory. */
export const queueOf = (queue: QueueName | 'callback' | 'relayed' | 'audit' | 'failed'): string =>
  `${queuesUrl}${queue}`;
