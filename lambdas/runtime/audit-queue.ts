import { createHash } from 'node:crypto';
import { SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod/mini';
import { auditChanges, type AuditChange } from '../domain/audit-copy.ts';
import { pack } from '../kernel/pack.ts';
import { asciiText, mostQueueBytes, queueBatch } from './queue-text.ts';

const item = z.nullable(z.record(z.string(), z.unknown()));
const message = z.object({
  audit: z.object({
    change: z.enum(auditChanges),
    month: z.string(),
    id: z.string(),
    sequenceNumber: z.nullable(z.string()),
    at: z.nullable(z.string()),
    before: item,
    after: item,
  }),
});

/** @throws Error when the text is not a message of this queue */
export const auditChangeIn = (body: string): AuditChange => message.parse(JSON.parse(body)).audit;

/** An entry has about 500 bytes. Only an item that the service did not write is larger. */
const mostItemBytes = 100_000;

/** An item of up to 400 KB as it fits into a message: the beginning of its text, and the digest of all of it. */
const fitted = (image: AuditChange['before']): AuditChange['before'] => {
  const text = asciiText(image);
  if (image === null || text.length <= mostItemBytes) return image;
  const sha256 = createHash('sha256').update(text).digest('hex');
  return { cut: { bytes: text.length, sha256, begins: text.slice(0, mostItemBytes / 4) } };
};

/** A change as the text of a message. */
export const auditChangeText = (change: AuditChange): string =>
  asciiText({ audit: { ...change, before: fitted(change.before), after: fitted(change.after) } });

const send = async (client: SQSClient, url: string, bodies: readonly string[]): Promise<void> => {
  const Entries = bodies.map((body, index) => ({ Id: String(index), MessageBody: body }));
  const answer = await client.send(new SendMessageBatchCommand({ QueueUrl: url, Entries }));
  const failed = answer.Failed?.length ?? 0;
  if (failed > 0) throw new Error(`${failed} of ${bodies.length} messages were not accepted`);
};

export type SendAuditChanges = (changes: readonly AuditChange[]) => Promise<void>;

/** Sends changes to the queue of the copies. @throws Error when some were not accepted; all may be sent again */
export const auditQueue =
  (client: SQSClient, url: string): SendAuditChanges =>
  async (changes) => {
    const batches = pack(changes.map(auditChangeText), ({ length }) => length, mostQueueBytes, queueBatch);
    for (const batch of batches) await send(client, url, batch);
  };
