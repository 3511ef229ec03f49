import * as z from 'zod/mini';
import { keys } from '../table/keys.ts';
import { getItem } from '../table/read.ts';
import type { Table } from '../table/table.ts';

const lockItem = z.object({ instance_id: z.string() });

/** The instance, of any partner, that the number is connected to or is being connected to; null when there is none. */
export const readInstanceOfNumber = async (table: Table, phoneNumberId: string): Promise<string | null> => {
  const item = await getItem(table, keys.connectedNumber(phoneNumberId));
  return item === undefined ? null : lockItem.parse(item).instance_id;
};
