import { isForgotten } from '../domain/erasure.ts';
import type { Cause, HistoryEvent, Sight } from '../domain/history.ts';
import { instanceChange, instanceEvent, instanceEventType, type InstanceEventType } from '../domain/instance-event.ts';
import type { Instance } from '../domain/instance.ts';
import { isoOf, type Milliseconds } from '../kernel/time.ts';
import type { CustomerRecord } from '../store/customers/customers.ts';
import { requireOwner } from '../store/customers/instance-owner.ts';
import { journal, type Occurrence } from '../store/customers/journal.ts';
import type { Clause } from '../store/table/commit.ts';
import { readEventSubscription, type EventSubscription } from '../store/partners/event-subscription.ts';
import type { TableDeps } from './instance-deps.ts';

/** An instance before and after a change. */
export interface InstanceTurn {
  readonly before: Instance;
  readonly after: Instance;
}

/** The event of a change that has a history entry anyway; null when the partner does not subscribe to its type. */
export const announcedTurn = (
  { newId }: Pick<TableDeps, 'newId'>,
  { types }: EventSubscription,
  owner: CustomerRecord,
  type: InstanceEventType,
  { before, after }: InstanceTurn,
  reason: string | null,
  now: Milliseconds,
): Occurrence['announce'] => {
  if (!types.has(type)) return null;
  const content = instanceEvent(type, before, after, reason, isForgotten(owner.customer.status));
  return { id: newId(now), content };
};

const entryOfType = {
  'service.partner.instance.connected': 'instance_connected',
  'service.partner.instance.reconnect_required': 'instance_reconnect_required',
  'service.partner.instance.updated': 'instance_updated',
  'service.partner.instance.deactivated': 'instance_deactivated',
} as const satisfies Readonly<Record<InstanceEventType, Exclude<HistoryEvent, Sight>>>;

/** Why a line broke, in the platform's words. */
const reasonOf = (type: InstanceEventType, { connection }: Instance): string | null =>
  type === 'service.partner.instance.reconnect_required' ? (connection.last_error?.message ?? null) : null;

/**
 * The clauses that tell a change of an instance: the customer's next revision, and an item that is history entry and event. There are
 * none unless the partner subscribes to the type, which costs one read of a change that has a type. The subscription is read before the
 * commit and is no condition of it: all changes of a partner would meet in one item, and transactions on one item exclude each other.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html#transaction-conflict-handling
 */
export const announceClauses = async (
  deps: Pick<TableDeps, 'table' | 'newId'>,
  partnerId: string,
  turn: InstanceTurn,
  cause: Cause,
  now: Milliseconds,
): Promise<readonly Clause[]> => {
  const { table, newId } = deps;
  const { before, after } = turn;
  const type = instanceEventType(before, after);
  if (type === null) return [];
  const subscription = await readEventSubscription(table, partnerId);
  if (!subscription.types.has(type)) return [];
  const owner = await requireOwner(table, partnerId, after);
  const reason = reasonOf(type, after);
  return journal(table, partnerId, owner, owner.customer, {
    entryId: newId(now),
    event: entryOfType[type],
    change: instanceChange(before, after),
    cause,
    at: isoOf(now),
    reason,
    related: { instance_id: after.id },
    announce: announcedTurn(deps, subscription, owner, type, turn, reason, now),
    idempotencyKey: null,
  }).clauses;
};
