import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { keys } from '../table/keys.ts';
import { queryAll } from '../table/query.ts';
import { getItem } from '../table/read.ts';
import { storedBody } from '../table/receipt-body.ts';
import type { Table } from '../table/table.ts';

const linkItem = z.object({ sk: z.string() });

const remove = async (table: Table, key: { readonly pk: string; readonly sk: string }): Promise<boolean> => {
  const { Attributes: old } = await table.client.send(
    new DeleteCommand({ TableName: table.name, Key: { ...key }, ReturnValues: 'ALL_OLD' }),
  );
  return old !== undefined;
};

/** @returns whether there was a receipt */
export const eraseReceipt = (table: Table, partnerId: string, idempotencyKey: string): Promise<boolean> =>
  remove(table, keys.receipt(partnerId, idempotencyKey));

/** The keys of the customer's receipts that no history entry names. */
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

/** Deletes the receipt before its link, so that a crash in between loses nothing. */
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

/** A receipt without a body is a lease. */
const receiptItem = z.object({ body: z.optional(storedBody()), sealed: z._default(z.boolean(), false) });

/** Whether a stored response names one of the instances. A sealed response counts as one that does. */
export const isReceiptAbout = async (
  table: Table,
  partnerId: string,
  idempotencyKey: string,
  instanceIds: ReadonlySet<string>,
): Promise<boolean> => {
  const item = await getItem(table, keys.receipt(partnerId, idempotencyKey));
  if (item === undefined) return false;
  const { body, sealed } = receiptItem.parse(item);
  return sealed || Array.from(instanceIds).some((id) => body?.includes(id));
};
