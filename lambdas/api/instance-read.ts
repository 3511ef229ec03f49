import { awaitedBy, type Awaited, type ConnectSession } from '../domain/connect-session.ts';
import type { Instance } from '../domain/instance.ts';
import type { Milliseconds } from '../kernel/time.ts';
import { readSession } from '../store/instances/connect-sessions.ts';
import { ownerOf, readMerges } from '../store/customers/merges.ts';
import { readCustomerNames } from '../store/customers/customers.ts';
import { instanceRecordOf } from '../store/instances/instances.ts';
import type { Item, Table } from '../store/table/table.ts';
import { foundInstance, shownInstance } from './resources/instance.ts';

/** An instance with its latest session and its owner, also while a merge moves it. */
export const completed = async (
  table: Table,
  partnerId: string,
  instance: Instance,
): Promise<{
  readonly instance: Instance;
  readonly session: ConnectSession | null;
  readonly awaits: Awaited | null;
}> => {
  const [merges, record] = await Promise.all([
    readMerges(table, partnerId),
    instance.session_id === null ? null : readSession(table, partnerId, instance.id, instance.session_id),
  ]);
  const owner = ownerOf(merges, instance.partner_customer_id);
  const { session, progress } = record ?? { session: null, progress: null };
  const awaits = session?.status === 'in_progress' && progress !== null ? awaitedBy(progress) : null;
  return { instance: { ...instance, partner_customer_id: owner }, session, awaits };
};

/** The instance as responses show it. */
export const currentInstance = async (table: Table, partnerId: string, instance: Instance, now: Milliseconds) => {
  const { instance: owned, session, awaits } = await completed(table, partnerId, instance);
  return shownInstance(owned, session, now, awaits);
};

/** Instances as a search shows them, in the same order, with the names of their owners. */
export const foundInstances = async (table: Table, partnerId: string, items: readonly Item[], now: Milliseconds) => {
  const merges = await readMerges(table, partnerId);
  const instances = items.map((item): Instance => {
    const { instance } = instanceRecordOf(item);
    return { ...instance, partner_customer_id: ownerOf(merges, instance.partner_customer_id) };
  });
  const owners = new Set(instances.map((instance) => instance.partner_customer_id));
  const names = await readCustomerNames(table, partnerId, Array.from(owners));
  return instances.map((instance) => foundInstance(instance, names.get(instance.partner_customer_id) ?? null, now));
};
