import { z } from 'zod';
import { historyEntryOf } from '../../lambdas/store/customers/history.ts';
import { unpackEntry } from '../../lambdas/store/customers/packed-entry.ts';
import { keys } from '../../lambdas/store/table/keys.ts';
import { readSlots } from '../../lambdas/store/instances/slots.ts';
import type { Item, Table } from '../../lambdas/store/table/table.ts';
import { partition, type Existing, type ExistingCustomer, type ExistingInstance } from './existing.ts';

/** What always holds for a partner's records, whatever raced. */

const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1);
const same = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right);

const traceItem = z.object({ event_after: z.number().optional() });
const linkItem = z.object({ sk: z.string(), status: z.string(), slot_state: z.string() });

/** Each change has the values before and after it: those after it are those before the next, up to the current ones. */
const isChain = (entries: readonly Item[], field: string, now: string): boolean => {
  let last: unknown = null;
  for (const { previous, new: next } of entries.map(historyEntryOf)) {
    if (!(field in next)) continue;
    if (last !== null && previous[field] !== last) return false;
    last = next[field];
  }
  return last === null || last === now;
};

const ofCustomer = async (table: Table, partnerId: string, customer: ExistingCustomer, existing: Existing) => {
  const items = await partition(table, keys.historyEntry(partnerId, customer.customer_id, 0).pk);
  const startingWith = (prefix: string): readonly Item[] => items.filter(({ sk }) => String(sk).startsWith(prefix));
  const history = startingWith('H#');
  const events = history.flatMap((item, index) => {
    const { event } = unpackEntry(item['entry']);
    const { event_after: after } = traceItem.parse(item);
    return event === null ? [] : [{ sequence: event.sequence, after, number: index + 1 }];
  });
  const owned = existing.instances.filter((instance) => instance.partner_customer_id === customer.customer_id);
  const linksWanted = owned.map(({ id, status, slot_state }) => ({ sk: `I#${id}`, status, slot_state })).sort(byKey);
  const { pk } = keys.historyEntry(partnerId, customer.customer_id, 0);
  return {
    'entries are numbered without holes': same(
      history.map((item) => ({ pk: item['pk'], sk: item['sk'] })),
      upTo(customer.history_count).map((number) => ({ pk, sk: keys.historyEntry(partnerId, '', number).sk })),
    ),
    'names follow one another': isChain(history, 'customer_name', customer.customer_name),
    'events are numbered without holes': same(
      events.map(({ sequence }) => sequence),
      upTo(customer.event_sequence),
    ),
    'each event knows the one before': same(
      events.map(({ after }) => after),
      events.map((_, index) => events[index - 1]?.number ?? 0),
    ),
    'the last event is known': customer.last_event === (events.at(-1)?.number ?? 0),
    'instances are counted': customer.instance_count === owned.length,
    'instances are listed as they are': same(
      startingWith('I#').map((item) => linkItem.parse(item)),
      linksWanted,
    ),
    'a merged one has no instances': customer.status !== 'merged' || owned.length === 0,
    'an active one has no deactivation': customer.status !== 'active' || startingWith('JOB#DEACTIVATE').length === 0,
    'no work is left': startingWith('JOB#').every((item) => item['due_at'] === undefined),
  };
};

const byKey = (left: { readonly sk: string }, right: { readonly sk: string }): number => (left.sk < right.sk ? -1 : 1);

const sessionItem = z.object({ session: z.object({ id: z.string(), status: z.string() }) });

const ofInstance = async (table: Table, partnerId: string, instance: ExistingInstance) => {
  const items = await partition(table, keys.connectSession(partnerId, instance.id, '').pk);
  const sessions = items.map((item) => sessionItem.parse(item).session);
  const open = sessions.filter(({ status }) => status === 'open').map(({ id }) => id);
  return {
    'only the latest session of an instance is open': same(
      open,
      instance.status === 'awaiting_connection' ? [instance.session_id] : [],
    ),
    'the instance has no work left': instance.status !== 'deactivating' && !('due_at' in instance),
    'the slot has the state of the instance':
      instance.slot_state === (instance.status === 'inactive' ? 'released' : 'reserved'),
  };
};

const countItem = z.looseObject({ sk: z.string() });

/** The sums of both levels of the counts, by status. */
const areCounted = async (table: Table, partnerId: string, counted: 'C' | 'I', statuses: readonly string[]) => {
  const items = await partition(table, keys.spanCount(partnerId, counted, null, 'C', '', '').pk);
  const counts = items.map((item) => countItem.parse(item));
  return ['C#', 'F#'].every((level) =>
    ['active', 'inactive', 'merged', 'created', 'awaiting_connection', 'deactivating'].every((status) => {
      const here = counts.filter(({ sk }) => sk.startsWith(level)).map((one) => Number(one[status] ?? 0));
      return here.reduce((sum, count) => sum + count, 0) === statuses.filter((one) => one === status).length;
    }),
  );
};

/** The invariants that do not hold. */
export const brokenInvariants = async (
  table: Table,
  partnerId: string,
  existing: Existing,
): Promise<readonly string[]> => {
  const { customers, instances } = existing;
  const { taken, limit } = await readSlots(table, partnerId);
  const keysOfInstances = instances.map(({ instance_key: key }) => key);
  const truths = [
    {
      'keys are unique': new Set(keysOfInstances).size === keysOfInstances.length,
      'external ids are unique': new Set(customers.map((one) => one.external_customer_id)).size === customers.length,
      'slots are counted': taken === instances.filter(({ slot_state: state }) => state !== 'released').length,
      'slots are not over-sold': limit === null || taken <= limit,
      'customers are counted by status': await areCounted(
        table,
        partnerId,
        'C',
        customers.map(({ status }) => status),
      ),
      'instances are counted by status': await areCounted(
        table,
        partnerId,
        'I',
        instances.map(({ status }) => status),
      ),
    },
    ...(await Promise.all(customers.map((customer) => ofCustomer(table, partnerId, customer, existing)))),
    ...(await Promise.all(instances.map((instance) => ofInstance(table, partnerId, instance)))),
  ];
  return truths.flatMap((of) => Object.entries(of).flatMap(([truth, holds]) => (holds ? [] : [truth])));
};
