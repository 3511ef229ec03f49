import { SendMessageBatchCommand, type SQSClient, type SendMessageBatchRequestEntry } from '@aws-sdk/client-sqs';
import type { DueHint, DueKind } from '../domain/due.ts';
import type { Milliseconds } from '../domain/time.ts';

/** A hint on its way to the queue of its kind, after a delay. */
export interface QueuedHint {
  readonly hint: DueHint;
  readonly kind: DueKind;
  readonly delay: Milliseconds;
}

/** Puts hints on their queues; returns those that were not taken, whose work the sweep finds again. */
export type SendHints = (hints: readonly QueuedHint[]) => Promise<readonly QueuedHint[]>;

/** SQS takes ten messages at once and delays one by 15 minutes at most. */
const batchSize = 10;
export const longestDelay: Milliseconds = 15 * 60_000;

/** Everything of a partner begins with it, so the group keeps one partner's backlog from delaying the others. */
const groupOf = (hint: DueHint): string => /^P#[^#]+/.exec(hint.pk)?.[0] ?? 'service';

const entryOf = ({ hint, delay }: QueuedHint, index: number): SendMessageBatchRequestEntry => ({
  Id: String(index),
  MessageBody: JSON.stringify(hint),
  MessageGroupId: groupOf(hint),
  ...(delay > 0 ? { DelaySeconds: Math.min(900, Math.ceil(delay / 1000)) } : {}),
});

export const dueQueues =
  (client: SQSClient, urls: Readonly<Record<DueKind, string>>): SendHints =>
  async (hints) => {
    const failed: QueuedHint[] = [];
    const byKind = Map.groupBy(hints, ({ kind }) => kind);
    for (const [kind, ofKind] of byKind) {
      for (let start = 0; start < ofKind.length; start += batchSize) {
        const batch = ofKind.slice(start, start + batchSize);
        const answer = await client.send(
          new SendMessageBatchCommand({ QueueUrl: urls[kind], Entries: batch.map(entryOf) }),
        );
        const refused = new Set((answer.Failed ?? []).map(({ Id: id }) => Number(id)));
        failed.push(...batch.filter((_, index) => refused.has(index)));
      }
    }
    return failed;
  };
