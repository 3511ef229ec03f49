import * as z from 'zod/mini';
import { keys, type Key } from '../table/keys.ts';
import { queryAll } from '../table/query.ts';
import type { Table } from '../table/table.ts';

const markItem = z.object({ pk: z.string(), sk: z.string() });

/** The business accounts of a partner that have troubled templates, ordered by their ids. */
export const troubledWabas = async (table: Table, partnerId: string): Promise<readonly string[]> => {
  const items = await queryAll(table, {
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': keys.troubledTemplates(partnerId, '', '').pk },
    ConsistentRead: true,
  });
  const ids = items.map((item) => markItem.parse(item).sk).map((sk) => sk.slice(0, sk.lastIndexOf('#')));
  return Array.from(new Set(ids));
};

/** The keys of the items that stand for the troubled templates of a business account. */
export const troubledKeys = async (table: Table, partnerId: string, wabaId: string): Promise<readonly Key[]> => {
  const { pk, sk } = keys.troubledTemplates(partnerId, wabaId, '');
  const items = await queryAll(table, {
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': pk, ':prefix': sk },
    ConsistentRead: true,
  });
  return items.map((item) => markItem.parse(item));
};
