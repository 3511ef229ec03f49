import { SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { pack } from '../kernel/pack.ts';
import { mostQueueBytes, queueBatch } from './queue-text.ts';
import { tracedMessage } from './traced-message.ts';

/** A message of a fair queue: a busy group, such as a number, delays no other. */
export interface GroupedMessage {
  readonly group: string;
  readonly body: string;
}

const sendBatch = async (client: SQSClient, url: string, messages: readonly GroupedMessage[]): Promise<void> => {
  const answer = await client.send(
    new SendMessageBatchCommand({
      QueueUrl: url,
      Entries: messages.map(({ group, body }, index) => ({
        Id: String(index),
        MessageBody: body,
        MessageGroupId: group,
        ...tracedMessage(),
      })),
    }),
  );
  const failed = answer.Failed?.length ?? 0;
  if (failed > 0) throw new Error(`${failed} of ${messages.length} messages were not accepted`);
};

/** Sends messages in as few batches as they fit in. @throws Error when some were not accepted; all may be sent again */
export const sendGrouped = async (
  client: SQSClient,
  url: string,
  messages: readonly GroupedMessage[],
): Promise<void> => {
  const batches = pack(messages, ({ body }) => Buffer.byteLength(body), mostQueueBytes, queueBatch);
  await Promise.all(batches.map((batch) => sendBatch(client, url, batch)));
};
