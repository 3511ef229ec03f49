import type { ConnectSession } from '../domain/connect-session.ts';
import type { Instance } from '../domain/instance.ts';
import { readSession } from '../store/instances/connect-sessions.ts';
import { ownerOf, readMerges } from '../store/customers/merges.ts';
import type { Table } from '../store/table/table.ts';

/** A line as every read shows it: with its owner, while a merge rewrites it, and with its latest session. */
export const completed = async (
  table: Table,
  partnerId: string,
  instance: Instance,
): Promise<{ readonly instance: Instance; readonly session: ConnectSession | null }> => {
  const [merges, session] = await Promise.all([
    readMerges(table, partnerId),
    instance.session_id === null ? null : readSession(table, partnerId, instance.id, instance.session_id),
  ]);
  const owner = ownerOf(merges, instance.partner_customer_id);
  return { instance: { ...instance, partner_customer_id: owner }, session: session?.session ?? null };
};
