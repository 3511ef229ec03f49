import type { ConnectSession } from '../domain/connect-session.ts';
import type { Instance } from '../domain/instance.ts';
import type { Milliseconds } from '../domain/time.ts';
import { readSession } from '../store/instances/connect-sessions.ts';
import { ownerOf, readMerges } from '../store/customers/merges.ts';
import type { Table } from '../store/table/table.ts';
import { shownInstance } from './resources/instance.ts';

/** An instance with its latest session and its owner, also while a merge moves it. */
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

/** The instance as responses show it. */
export const currentInstance = async (table: Table, partnerId: string, instance: Instance, now: Milliseconds) => {
  const { instance: owned, session } = await completed(table, partnerId, instance);
  return shownInstance(owned, session, now);
};
