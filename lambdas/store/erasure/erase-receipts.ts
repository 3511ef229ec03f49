import { DeleteCommand, GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { keys } from '../table/keys.ts';
import { queryAll } from '../table/query.ts';
import type { Table } from '../table/table.ts';

const linkItem = z.object({ sk: z.string() });

const remove = async (table: Table, key: { readonly pk: string; readonly sk: string }): Promise<boolean> => {
  const { Attributes: old } = await table.client.send(
    new DeleteCommand({ TableName: table.name, Key: { ...key }, ReturnValues: 'ALL_OLD' }),
  );
  return old !== undefined;
};

/** Deletes the stored response of a command. @returns whether there was one */
export const eraseReceipt = (table: Table, partnerId: string, idempotencyKey: string): Promise<boolean> =>
  remove(table, keys.receipt(partnerId, idempotencyKey));

/** The keys of a customer's receipts that no entry of its history names. */
export const linkedReceipts = async (
  table: Table,
  partnerId: string,
  customerId: string,
): Promise<readonly string[]> => {
  const { pk, sk } = keys.customerReceipt(partnerId, customerId, '');
  const links = await queryAll(table, {
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
    ExpressionAttributeValues: { ':pk': pk, ':sk': sk },
    ConsistentRead: true,
  });
  return links.map((link) => linkItem.parse(link).sk.slice(sk.length));
};

/** Deletes such a receipt and then what led to it, so that a worker that dies in between loses nothing. */
export const eraseLinkedReceipt = async (
  table: Table,
  partnerId: string,
  customerId: string,
  idempotencyKey: string,
): Promise<boolean> => {
  const erased = await eraseReceipt(table, partnerId, idempotencyKey);
  await remove(table, keys.customerReceipt(partnerId, customerId, idempotencyKey));
  return erased;
};

const receiptItem = z.object({ body: z._default(z.string(), ''), sealed: z._default(z.boolean(), false) });

/** Whether a stored response tells of one of the lines. What is sealed can't be looked into, and counts as if it did. */
export const isReceiptAbout = async (
  table: Table,
  partnerId: string,
  idempotencyKey: string,
  instanceIds: ReadonlySet<string>,
): Promise<boolean> => {
  const { Item: item } = await table.client.send(
    new GetCommand({
      TableName: table.name,
      Key: { ...keys.receipt(partnerId, idempotencyKey) },
      ConsistentRead: true,
    }),
  );
  if (item === undefined) return false;
  const { body, sealed } = receiptItem.parse(item);
  return sealed || Array.from(instanceIds).some((id) => body.includes(id));
};
