import { SendMessageBatchCommand, type SQSClient, type SendMessageBatchRequestEntry } from '@aws-sdk/client-sqs';
import type { DueHint } from '../domain/due.ts';
import type { Milliseconds } from '../domain/time.ts';
import type { QueueName } from '../domain/work.ts';
import { hintGroupOf } from '../store/table/keys.ts';

/** A hint on its way to its queue, after a delay. */
export interface QueuedHint {
  readonly hint: DueHint;
  readonly queue: QueueName;
  readonly delay: Milliseconds;
}

/** Puts hints on their queues; returns those that were not taken, whose work the sweep finds again. */
export type SendHints = (hints: readonly QueuedHint[]) => Promise<readonly QueuedHint[]>;

/** SQS takes ten messages at once and delays one by 15 minutes at most. */
const batchSize = 10;
export const longestDelay: Milliseconds = 15 * 60_000;

const entryOf = ({ hint, delay }: QueuedHint, index: number): SendMessageBatchRequestEntry => ({
  Id: String(index),
  MessageBody: JSON.stringify(hint),
  MessageGroupId: hintGroupOf(hint),
  ...(delay > 0 ? { DelaySeconds: Math.min(900, Math.ceil(delay / 1000)) } : {}),
});

export const dueQueues =
  (client: SQSClient, urlOf: (queue: QueueName) => string): SendHints =>
  async (hints) => {
    const failed: QueuedHint[] = [];
    for (const [queue, ofQueue] of Map.groupBy(hints, ({ queue }) => queue)) {
      for (let start = 0; start < ofQueue.length; start += batchSize) {
        const batch = ofQueue.slice(start, start + batchSize);
        const answer = await client.send(
          new SendMessageBatchCommand({ QueueUrl: urlOf(queue), Entries: batch.map(entryOf) }),
        );
        const refused = new Set((answer.Failed ?? []).map(({ Id: id }) => Number(id)));
        failed.push(...batch.filter((_, index) => refused.has(index)));
      }
    }
    return failed;
  };
