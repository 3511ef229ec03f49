import * as z from 'zod/mini';
import { keys } from '../table/keys.ts';
import { getItem } from '../table/read.ts';
import type { Table } from '../table/table.ts';

const lockItem = z.object({ partner_id: z.string(), instance_id: z.string() });

/** The instance, of any partner, that the number is connected to or is being connected to; null when there is none. */
export const readLineOfNumber = async (
  table: Table,
  phoneNumberId: string,
): Promise<{ readonly partnerId: string; readonly instanceId: string } | null> => {
  const item = await getItem(table, keys.connectedNumber(phoneNumberId));
  if (item === undefined) return null;
  const { partner_id: partnerId, instance_id: instanceId } = lockItem.parse(item);
  return { partnerId, instanceId };
};

/** The same without its partner. */
export const readInstanceOfNumber = async (table: Table, phoneNumberId: string): Promise<string | null> =>
  (await readLineOfNumber(table, phoneNumberId))?.instanceId ?? null;
