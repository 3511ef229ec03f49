import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod/mini';
import type { Log } from './logger.ts';
import { queueText } from './queue-text.ts';

const text = z.object({ S: z.string() });

/** The identifiers of a record of the stream, without its data, which may be personal. */
const named = z.object({
  eventID: z.optional(z.string()),
  dynamodb: z.optional(
    z.object({
      SequenceNumber: z.optional(z.string()),
      Keys: z.optional(z.object({ pk: text, sk: text })),
    }),
  ),
});

/** The identifiers of a record as they are sent. */
export const failedRecord = (record: unknown) => {
  const { data } = named.safeParse(record);
  return {
    event_id: data?.eventID ?? null,
    sequence_number: data?.dynamodb?.SequenceNumber ?? null,
    pk: data?.dynamodb?.Keys?.pk.S ?? null,
    sk: data?.dynamodb?.Keys?.sk.S ?? null,
  };
};

/** Sends the identifiers of an unreadable record to the dead-letter queue. */
export const sendToFailedQueue =
  (client: SQSClient, queueUrl: string, log: Log) =>
  async (record: unknown, error: unknown): Promise<void> => {
    const name = failedRecord(record);
    log.error('a record of the stream went to the failed queue', { ...name, error });
    await client.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: queueText(name) }));
  };
