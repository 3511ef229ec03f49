import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { batchesOf } from '../kernel/batches.ts';
import type { Milliseconds } from '../kernel/time.ts';
import type { QueueName } from '../kernel/work.ts';

/** A message of the dead-letter queue. */
export interface DeadLetter {
  readonly id: string;
  readonly body: string;
  readonly sentAt: Milliseconds;
  /** Of this reception. */
  readonly handle: string;
}

/** Where a message came from. */
export type DeadLetterOrigin = QueueName | 'callback' | 'audit';

/** The dead-letter queue. Messages that were received are hidden for two minutes, or until they are given back. */
export interface DeadLetterQueue {
  /** Some messages; none when no message is visible. */
  readonly receive: () => Promise<readonly DeadLetter[]>;
  readonly giveBack: (letters: readonly DeadLetter[]) => Promise<void>;
  /** @param group of the message, so that a backlog of one partner delays no other */
  readonly send: (to: DeadLetterOrigin, letter: DeadLetter, group: string) => Promise<void>;
  readonly remove: (letter: DeadLetter) => Promise<void>;
}

/** Longer than a run of the operator's function looks at messages. */
const hiddenSeconds = 120;
/** SQS takes ten messages at once. */
const batchSize = 10;

/** @param urlOf the queue that a message goes back to */
export const deadLetterQueue = (
  client: SQSClient,
  url: string,
  urlOf: (origin: DeadLetterOrigin) => string,
): DeadLetterQueue => ({
  receive: async () => {
    const { Messages: messages = [] } = await client.send(
      new ReceiveMessageCommand({
        QueueUrl: url,
        MaxNumberOfMessages: batchSize,
        MessageSystemAttributeNames: ['SentTimestamp'],
        VisibilityTimeout: hiddenSeconds,
        // A short poll asks some of the servers only, and may find none of the messages.
        WaitTimeSeconds: 1,
      }),
    );
    return messages.map(({ MessageId: id = '', Body: body = '', ReceiptHandle: handle = '', Attributes }) => ({
      id,
      body,
      handle,
      sentAt: Number(Attributes?.SentTimestamp ?? 0),
    }));
  },
  giveBack: async (letters) => {
    for (const batch of batchesOf(letters, batchSize)) {
      await client.send(
        new ChangeMessageVisibilityBatchCommand({
          QueueUrl: url,
          Entries: batch.map(({ handle }, index) => ({
            Id: String(index),
            ReceiptHandle: handle,
            VisibilityTimeout: 0,
          })),
        }),
      );
    }
  },
  send: async (to, { body }, group) => {
    await client.send(new SendMessageCommand({ QueueUrl: urlOf(to), MessageBody: body, MessageGroupId: group }));
  },
  remove: async ({ handle }) => {
    await client.send(new DeleteMessageCommand({ QueueUrl: url, ReceiptHandle: handle }));
  },
});
