import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod/mini';
import type { RelayedCallback } from '../domain/relayed-callback.ts';
import { numberFields } from '../domain/webhook/relayed-fields.ts';
import { pack } from '../kernel/pack.ts';
import { mostQueueBytes, queueBatch, queueGroup, queueText } from './queue-text.ts';
import { tracedMessage } from './traced-message.ts';

const message = z.object({
  phoneNumberId: z.string(),
  field: z.enum(numberFields),
  at: z.number(),
  /** Compressed: a chunk of a history is larger than a message may be. */
  callback: z.string(),
});

/** A callback as the text of a message. */
export const relayedCallbackText = (relayed: RelayedCallback): string =>
  queueText({ ...relayed, callback: deflateRawSync(relayed.callback).toString('base64') });

/** @throws Error when the text is not a message of this queue */
export const relayedCallbackIn = (body: string): RelayedCallback => {
  const { callback, ...rest } = message.parse(JSON.parse(body));
  return { ...rest, callback: inflateRawSync(Buffer.from(callback, 'base64')).toString() };
};

interface Entry {
  readonly group: string;
  readonly body: string;
}

const send = async (client: SQSClient, url: string, some: readonly Entry[]): Promise<void> => {
  const answer = await client.send(
    new SendMessageBatchCommand({
      QueueUrl: url,
      Entries: some.map(({ group, body }, index) => ({
        Id: String(index),
        MessageBody: body,
        // A busy number delays no other.
        MessageGroupId: group,
        ...tracedMessage(),
      })),
    }),
  );
  const failed = answer.Failed?.length ?? 0;
  if (failed > 0) throw new Error(`${failed} of ${some.length} messages were not accepted`);
};

/**
 * Sends callbacks to the queue. @returns how many were left out, because no message can hold them
 * @throws Error when some were not accepted; all may be sent again
 */
export const relayQueue =
  (client: SQSClient, url: string) =>
  async (callbacks: readonly RelayedCallback[]): Promise<number> => {
    const entries = callbacks
      .map((one): Entry => ({ group: queueGroup(one.phoneNumberId), body: relayedCallbackText(one) }))
      .filter(({ body }) => Buffer.byteLength(body) <= mostQueueBytes);
    const batches = pack(entries, ({ body }) => Buffer.byteLength(body), mostQueueBytes, queueBatch);
    await Promise.all(batches.map((batch) => send(client, url, batch)));
    return callbacks.length - entries.length;
  };
