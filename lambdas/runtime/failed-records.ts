import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod/mini';
import type { Log } from './logger.ts';

const text = z.object({ S: z.string() });

/** What names a record of the stream; nothing of what it carries, which may be personal. */
const named = z.object({
  eventID: z.optional(z.string()),
  dynamodb: z.optional(
    z.object({
      SequenceNumber: z.optional(z.string()),
      Keys: z.optional(z.object({ pk: text, sk: text })),
    }),
  ),
});

/** Puts the name of a record that can't be understood on the queue for what failed. */
export const setAside =
  (client: SQSClient, queueUrl: string, log: Log) =>
  async (record: unknown, error: unknown): Promise<void> => {
    const { data } = named.safeParse(record);
    const name = {
      event_id: data?.eventID ?? null,
      sequence_number: data?.dynamodb?.SequenceNumber ?? null,
      pk: data?.dynamodb?.Keys?.pk.S ?? null,
      sk: data?.dynamodb?.Keys?.sk.S ?? null,
    };
    log.error('a record of the stream was set aside', { ...name, error });
    await client.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: JSON.stringify(name) }));
  };
