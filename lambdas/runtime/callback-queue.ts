import type { SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod/mini';
import { callbackFields, type ReceivedChange } from '../domain/callback-message.ts';
import { pack } from '../kernel/pack.ts';
import { sendGrouped, type GroupedMessage } from './grouped-messages.ts';
import { mostQueueBytes, queueGroup, queueText } from './queue-text.ts';

/** A message with changes of one business account. */
const message = z.object({
  changes: z.array(
    z.object({
      entryId: z.string(),
      time: z.nullable(z.number()),
      field: z.enum(callbackFields),
      value: z.optional(z.unknown()),
    }),
  ),
});

/** Changes as the text of a message. */
export const changesText = (changes: readonly ReceivedChange[]): string => queueText({ changes });

/** @throws Error when the text is not a message of this queue */
export const changesIn = (body: string): readonly ReceivedChange[] =>
  message.parse(JSON.parse(body)).changes.map((change) => ({ ...change, value: change.value }));

/** About seventy changes, which a worker processes well within its timeout. */
const messageBytes = 24_000;

const bytesOf = (value: unknown): number => Buffer.byteLength(queueText(value));

/** A change that no message can hold goes without its value: it can't be read, and the scheduled refresh repairs its effect. */
const fitted = (change: ReceivedChange): ReceivedChange =>
  bytesOf([change]) <= mostQueueBytes - messageBytes ? change : { ...change, value: null };

const messagesOf = (changes: readonly ReceivedChange[]): readonly GroupedMessage[] =>
  Array.from(Map.groupBy(changes, ({ entryId }) => entryId)).flatMap(([group, ofOne]) =>
    pack(ofOne.map(fitted), bytesOf, messageBytes, Infinity).map((packed) => ({
      group: queueGroup(group),
      body: changesText(packed),
    })),
  );

/** Sends changes to the queue. @throws Error when some were not accepted; all may be sent again */
export const callbackQueue =
  (client: SQSClient, url: string) =>
  (changes: readonly ReceivedChange[]): Promise<void> =>
    sendGrouped(client, url, messagesOf(changes));
