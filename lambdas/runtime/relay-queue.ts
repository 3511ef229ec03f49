import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod/mini';
import type { RelayedCallback } from '../domain/relayed-callback.ts';
import { numberFields } from '../domain/webhook/relayed-fields.ts';
import { sendGrouped, type GroupedMessage } from './grouped-messages.ts';
import { mostQueueBytes, queueGroup, queueText } from './queue-text.ts';

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

/**
 * Sends callbacks to the queue. @returns how many were left out, because no message can hold them
 * @throws Error when some were not accepted; all may be sent again
 */
export const relayQueue =
  (client: SQSClient, url: string) =>
  async (callbacks: readonly RelayedCallback[]): Promise<number> => {
    const messages = callbacks
      .map((one): GroupedMessage => ({ group: queueGroup(one.phoneNumberId), body: relayedCallbackText(one) }))
      .filter(({ body }) => Buffer.byteLength(body) <= mostQueueBytes);
    await sendGrouped(client, url, messages);
    return callbacks.length - messages.length;
  };
