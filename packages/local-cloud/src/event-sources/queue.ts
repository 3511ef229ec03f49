import {
  DeleteMessageBatchCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  type SQSClient,
  type Message,
} from '@aws-sdk/client-sqs';

/** A queue, read with the permissions of the function. */
export interface Queue {
  /** Waits for the first message, at most `waitSeconds`, or until `cut` is aborted. */
  receive(maximum: number, waitSeconds: number, cut: AbortSignal): Promise<readonly Message[]>;
  delete(messages: readonly Message[]): Promise<void>;
  send(body: string): Promise<void>;
}

const chunksOfTen = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / 10) }, (_, index) => items.slice(index * 10, index * 10 + 10));

export const connectQueue = (client: SQSClient, queueUrl: string): Queue => ({
  receive: async (maximum, waitSeconds, cut) => {
    const { Messages = [] } = await client.send(
      new ReceiveMessageCommand({
        QueueUrl: queueUrl,
        MaxNumberOfMessages: maximum,
        WaitTimeSeconds: waitSeconds,
        MessageSystemAttributeNames: ['All'],
        MessageAttributeNames: ['All'],
      }),
      { abortSignal: cut },
    );
    return Messages;
  },
  delete: async (messages) => {
    for (const chunk of chunksOfTen(messages)) {
      const Entries = chunk.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
      await client.send(new DeleteMessageBatchCommand({ QueueUrl: queueUrl, Entries }));
    }
  },
  send: async (body) => {
    await client.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: body }));
  },
});
