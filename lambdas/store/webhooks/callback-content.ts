import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { callbackType } from '../../domain/event.ts';
import { contentLifetime, type CallbackContent } from '../../domain/relayed-callback.ts';
import { seconds, type Milliseconds } from '../../kernel/time.ts';
import { keys } from '../table/keys.ts';
import { packJson, unpackJson } from '../table/packed-json.ts';
import { getItem } from '../table/read.ts';
import type { Item, Table } from '../table/table.ts';
import type { OutboxEvent } from './outbox-events.ts';

const contentForm = 1;

/** The stored bytes of a callback. */
export const packCallback = (callback: string): Uint8Array => packJson(contentForm, callback);

/** @throws UnknownVersion; Error when the bytes are not a callback */
export const unpackCallback = (bytes: Uint8Array): string =>
  unpackJson('callback-content', bytes, { 1: (value) => z.string().parse(value) });

/** The item of what a callback holds, under its customer. */
export const contentItemOf = (
  partnerId: string,
  eventId: string,
  { field, callback, subject }: CallbackContent,
  now: Milliseconds,
): Item => ({
  ...keys.callbackContent(partnerId, subject.customer_id, eventId),
  field,
  callback: packCallback(callback),
  external_customer_id: subject.external_customer_id,
  instance_id: subject.instance_id,
  ttl: seconds(now + contentLifetime),
});

/** Deletes the content of a callback that was delivered. After a crash it is deleted when it expires. */
export const deleteCallbackContent = async (
  table: Table,
  event: Pick<OutboxEvent, 'partnerId' | 'id' | 'content'>,
): Promise<void> => {
  const customerId = event.content?.type === callbackType ? customerOfCallback(event) : null;
  if (customerId === null) return;
  const key = keys.callbackContent(event.partnerId, customerId, event.id);
  await table.client.send(new DeleteCommand({ TableName: table.name, Key: { ...key } }));
};

const contentItem = z.object({
  field: z.string(),
  callback: z.instanceof(Uint8Array),
  external_customer_id: z.string(),
  instance_id: z.string(),
  ttl: z.number(),
});

const data = z.object({ customer_id: z.string() });

/** The customer of a stored callback; null when its entry was erased. */
export const customerOfCallback = ({ content }: Pick<OutboxEvent, 'content'>): string | null =>
  data.safeParse(content?.data).data?.customer_id ?? null;

/** The content of a stored callback; null when it was delivered or erased, or has expired. DynamoDB deletes it some days later. */
export const readCallbackContent = async (
  table: Table,
  event: Pick<OutboxEvent, 'partnerId' | 'id' | 'content'>,
  now: Milliseconds,
): Promise<CallbackContent | null> => {
  const customerId = customerOfCallback(event);
  if (customerId === null) return null;
  const item = await getItem(table, keys.callbackContent(event.partnerId, customerId, event.id));
  if (item === undefined) return null;
  const { field, callback, external_customer_id, instance_id, ttl } = contentItem.parse(item);
  if (ttl <= seconds(now)) return null;
  const subject = { customer_id: customerId, external_customer_id, instance_id };
  return { field, callback: unpackCallback(callback), subject };
};
