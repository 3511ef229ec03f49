import type { SqsMessage, SqsQueue } from './fauxqs.ts';

/** The group of the message that is being sent, by its body; fauxqs forgets it on standard queues. */
export type GroupOf = (body: string) => string | undefined;

/**
 * Makes a standard queue fair, as SQS makes those whose messages have a group: the group with the fewest messages in
 * flight comes first, so that a slow one keeps nobody waiting.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-fair-queues.html
 */
export const makeFair = (queue: SqsQueue, groupOf: GroupOf): void => {
  const enqueue = queue.enqueue.bind(queue);
  const dequeue = queue.dequeue.bind(queue);
  queue.enqueue = (message) => {
    // A message that moves to a dead-letter queue keeps its group.
    message.messageGroupId ??= groupOf(message.body);
    enqueue(message);
  };
  queue.dequeue = (count, visibilityTimeout, deadLetterQueue) => {
    queue.processTimers();
    const inFlight = Array.from(queue.inflightMessages.values(), ({ message }) => message);
    queue.messages = fairOrder(queue.messages, inFlight);
    return dequeue(count, visibilityTimeout, deadLetterQueue);
  };
};

/** Each message counts those of its group in flight and before it; the order is kept among equals. */
export const fairOrder = <M extends Pick<SqsMessage, 'messageGroupId'>>(
  waiting: readonly M[],
  inFlight: readonly Pick<SqsMessage, 'messageGroupId'>[],
): M[] => {
  if (waiting.every(({ messageGroupId }) => messageGroupId === undefined)) return [...waiting];
  const counts = new Map<string, number>();
  const rank = ({ messageGroupId }: Pick<SqsMessage, 'messageGroupId'>): number => {
    // Messages without a group share no slot: SQS takes each as its own.
    if (messageGroupId === undefined) return 0;
    const before = counts.get(messageGroupId) ?? 0;
    counts.set(messageGroupId, before + 1);
    return before;
  };
  for (const message of inFlight) rank(message);
  return waiting
    .map((message) => ({ message, rank: rank(message) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ message }) => message);
};
