import { changeBetween, type Cause } from '../domain/history.ts';
import { inState } from '../domain/instance-event.ts';
import { revised, slotAfter, stateOf, statusAfter, type Instance, type InstanceState } from '../domain/instance.ts';
import { NumberOfAnother } from '../kernel/errors.ts';
import { isoOf, type Milliseconds } from '../kernel/time.ts';
import { requireOwnerAndSubscription } from '../store/customers/instance-owner.ts';
import { journal } from '../store/customers/journal.ts';
import { instanceClauses, type InstanceRecord } from '../store/instances/instances.ts';
import { detachClauses, unlistClauses } from '../store/instances/instance-links.ts';
import { freeSlotClause } from '../store/instances/slots.ts';
import { persist, type Clause } from '../store/table/commit.ts';
import { announcedTurn, type InstanceTurn } from './announce-change.ts';
import type { TableDeps } from './instance-deps.ts';

/** Why and for whom an instance ends. */
export interface InstanceEnd {
  readonly partnerId: string;
  readonly cause: Cause;
  readonly reason: string | null;
  readonly idempotencyKey: string | null;
}

type EndDeps = Pick<TableDeps, 'table' | 'newId'>;

/** The clauses that end an instance: its slot and its number become free. */
export const endClauses = (
  { table }: EndDeps,
  partnerId: string,
  record: InstanceRecord,
  changes: Partial<Instance>,
  now: Milliseconds,
  detach: Detach,
): { readonly ended: Instance; readonly clauses: readonly Clause[] } => {
  const { instance } = record;
  const ended = revised(
    instance,
    {
      ...changes,
      status: statusAfter(instance, 'deactivate'),
      slot_state: slotAfter(instance, 'release'),
      connection: { ...instance.connection, token_expires_at: null },
    },
    now,
  );
  const next = { ...nextRecord(record, ended, null), sealedToken: null, deactivation: undefined };
  const clauses = [
    ...instanceClauses(table, partnerId, next, instance),
    freeSlotClause(table, partnerId),
    ...detach(table, partnerId, instance),
  ];
  return { ended, clauses };
};

type Detach = typeof detachClauses;

/**
 * Ends an instance with its number. An inactive instance keeps the id of its former number, which may be connected to another one when a
 * new connection of it is given up: that connection stays.
 */
export const persistEnd = (
  { retryPolicy }: Pick<TableDeps, 'retryPolicy'>,
  end: (detach: Detach) => Promise<Instance>,
): Promise<Instance> =>
  persist(retryPolicy, async () => {
    try {
      return await end(detachClauses);
    } catch (error) {
      if (!(error instanceof NumberOfAnother)) throw error;
      return end(unlistClauses);
    }
  });

/** The next revision of a record. @param busyUntil when its lease expires; null without work */
export const nextRecord = (
  record: InstanceRecord,
  instance: Instance,
  busyUntil: Milliseconds | null,
): InstanceRecord => ({ ...record, instance, revision: record.revision + 1, busyUntil });

const eventOfEnd = {
  instance_deactivated: 'service.partner.instance.deactivated',
  instance_deactivation_failed: 'service.partner.instance.updated',
} as const;
type EndEvent = keyof typeof eventOfEnd;

/**
 * The customer's history entry on the end of an instance, or on its failure, with the event for a partner that subscribes to it.
 * @param state its state before the deactivation
 */
export const endEntryClauses = async (
  deps: EndDeps,
  { partnerId, cause, reason, idempotencyKey }: InstanceEnd,
  state: InstanceState,
  { before, after }: InstanceTurn,
  now: Milliseconds,
  event: EndEvent = 'instance_deactivated',
): Promise<readonly Clause[]> => {
  const { table, newId } = deps;
  const { owner, subscription } = await requireOwnerAndSubscription(table, partnerId, after);
  const turn = { before: inState(before, state), after };
  return journal(table, partnerId, owner, owner.customer, {
    entryId: newId(now),
    event,
    change: changeBetween({ ...state }, { ...stateOf(after) }),
    cause,
    at: isoOf(now),
    reason,
    related: { instance_id: after.id },
    announce: announcedTurn(deps, subscription, owner, eventOfEnd[event], turn, reason, now),
    idempotencyKey,
  }).clauses;
};
