import { SendMessageBatchCommand, type SQSClient, type SendMessageBatchRequestEntry } from '@aws-sdk/client-sqs';
import { batchesOf } from '../kernel/batches.ts';
import type { DueHint } from '../kernel/due.ts';
import type { Milliseconds } from '../kernel/time.ts';
import type { QueueName } from '../kernel/work.ts';
import { hintGroupOf } from '../store/table/keys.ts';
import { hintText } from './hint-message.ts';
import { queueBatch } from './queue-text.ts';
import { tracedMessage } from './traced-message.ts';

/** A hint with its queue and delay. */
export interface QueuedHint {
  readonly hint: DueHint;
  readonly queue: QueueName;
  readonly delay: Milliseconds;
}

/** Sends hints to their queues. @returns the hints that were not accepted, whose work the sweep finds */
export type SendHints = (hints: readonly QueuedHint[]) => Promise<readonly QueuedHint[]>;

/** The longest delay that SQS accepts. */
export const longestDelay: Milliseconds = 15 * 60_000;

const entryOf = ({ hint, delay }: QueuedHint, index: number): SendMessageBatchRequestEntry => ({
  Id: String(index),
  MessageBody: hintText(hint),
  MessageGroupId: hintGroupOf(hint),
  ...tracedMessage(),
  ...(delay > 0 ? { DelaySeconds: Math.min(900, Math.ceil(delay / 1000)) } : {}),
});

export const dueQueues =
  (client: SQSClient, urlOf: (queue: QueueName) => string): SendHints =>
  async (hints) => {
    const failed: QueuedHint[] = [];
    for (const [queue, ofQueue] of Map.groupBy(hints, ({ queue }) => queue)) {
      for (const batch of batchesOf(ofQueue, queueBatch)) {
        const answer = await client.send(
          new SendMessageBatchCommand({ QueueUrl: urlOf(queue), Entries: batch.map(entryOf) }),
        );
        const refused = new Set((answer.Failed ?? []).map(({ Id: id }) => Number(id)));
        failed.push(...batch.filter((_, index) => refused.has(index)));
      }
    }
    return failed;
  };
