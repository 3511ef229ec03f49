import type { SqsMessage, SqsQueue } from './fauxqs.ts';

/** The group of the message that is being sent, by its body. fauxqs ignores groups of standard queues. */
export type GroupOf = (body: string) => string | undefined;

/**
 * Makes a standard queue fair, as SQS does with queues whose messages have a group: messages of the group with the fewest
 * messages in flight come first, so that a slow group does not delay others.
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

/** Sorts by the number of messages of the same group that are in flight or come before. The sort is stable. */
export const fairOrder = <M extends Pick<SqsMessage, 'messageGroupId'>>(
  waiting: readonly M[],
  inFlight: readonly Pick<SqsMessage, 'messageGroupId'>[],
): M[] => {
  if (waiting.every(({ messageGroupId }) => messageGroupId === undefined)) return [...waiting];
  const counts = new Map<string, number>();
  const rank = ({ messageGroupId }: Pick<SqsMessage, 'messageGroupId'>): number => {
    // A message without a group counts as a group of its own, as on SQS.
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
