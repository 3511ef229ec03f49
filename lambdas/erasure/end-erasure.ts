import { atStep, type Erasure } from '../domain/erasure-progress.ts';
import { erasedExternalId } from '../domain/erasure.ts';
import type { ErasureEvent } from '../domain/event.ts';
import type { Customer, CustomerStatus } from '../domain/customer.ts';
import type { HistoryEvent, Sight } from '../domain/history.ts';
import { customerTransitions, type CustomerTrigger } from '../domain/states/customer-states.ts';
import { transition } from '../domain/states/transition.ts';
import { isoOf, laterThan, type Milliseconds } from '../domain/time.ts';
import { auditClause } from '../store/partners/audit.ts';
import { commit, persist, type Clause } from '../store/table/commit.ts';
import { findCustomer, freeExternalIdClause, type CustomerRecord } from '../store/customers/customers.ts';
import { journal } from '../store/customers/journal.ts';
import { countClauses } from '../store/table/span-counts.ts';
import type { Table } from '../store/table/table.ts';
import type { HeldErasure } from './held-erasure.ts';

/** A change of the customer's status that the erasure makes: in its history, and told to the partner by ids. */
export interface Turn {
  readonly trigger: CustomerTrigger;
  readonly event: Exclude<HistoryEvent, Sight>;
  readonly eventType: ErasureEvent['type'];
}

export const turnClauses = (
  deps: { readonly table: Table; readonly newId: (now: Milliseconds) => string },
  erasure: Pick<Erasure, 'id' | 'partnerId' | 'cause'>,
  record: CustomerRecord,
  turn: Turn,
  now: Milliseconds,
  changes: Partial<Customer> = {},
): { readonly status: CustomerStatus; readonly clauses: readonly Clause[] } => {
  const { customer } = record;
  const { customer_id: customerId } = customer;
  const status = transition('the customer', customerTransitions, customer.status, turn.trigger);
  const at = laterThan(customer.updated_at, now);
  const { clauses } = journal(
    deps.table,
    erasure.partnerId,
    record,
    { ...customer, ...changes, status, updated_at: at },
    {
      entryId: deps.newId(now),
      event: turn.event,
      cause: erasure.cause,
      at,
      change: { previous: { status: customer.status }, next: { status } },
      reason: null,
      announce: {
        id: deps.newId(now),
        content: { type: turn.eventType, data: { customer_id: customerId, erasure_id: erasure.id } },
      },
      idempotencyKey: null,
    },
  );
  const counts = countClauses(deps.table, erasure.partnerId, 'C', {
    id: customerId,
    from: customer.status,
    to: status,
  });
  return { status, clauses: [...clauses, ...counts] };
};

const requireRecord = async ({ deps, erasure }: HeldErasure): Promise<CustomerRecord> => {
  const { partnerId, customerId } = erasure;
  const record = await findCustomer(deps.table, partnerId, { customerId }, null);
  if (record === null) throw new Error('the customer has gone');
  return record;
};

/** By whom, in the audit trail, where the operator who asked for it stands beside it. */
const eraser = { type: 'service', id: 'erasure' } as const;

const endedClause = ({ deps }: HeldErasure, erasure: Erasure, action: string, now: Milliseconds): Clause =>
  auditClause(deps.table, {
    id: deps.newId(now),
    actor: eraser,
    action,
    subject: {
      partner_id: erasure.partnerId,
      customer_id: erasure.customerId,
      erasure_id: erasure.id,
      ...Object.fromEntries(Object.entries(erasure.erased).map(([name, count]) => [name, String(count)])),
      ...(erasure.instancesFailed > 0 && { lines_failed: String(erasure.instancesFailed) }),
    },
    at: isoOf(now),
  });

/** After the longest that the stream's workers may take, with time to spare. */
const lookAgainAfter: Milliseconds = 10 * 60_000;

/**
 * The customer is erased, and its external id free. Only when nothing was added to its history since that was freed:
 * whoever commits a change of the customer adds to it.
 * @returns whether it is; if not, the history has to be gone through once more
 */
export const finishErasure = (held: HeldErasure): Promise<boolean> =>
  persist(held.deps.retryPolicy, async () => {
    const { deps } = held;
    const { table } = deps;
    const now = deps.clock();
    const record = await requireRecord(held);
    if (record.historyCount > held.erasure.scrubbedTo) return false;
    const { partnerId, customerId } = held.erasure;
    const turn = {
      trigger: 'finish_erasure',
      event: 'customer_erased',
      eventType: 'service.partner.customer.erased',
    } as const;
    const { clauses } = turnClauses(deps, held.erasure, record, turn, now, {
      external_customer_id: erasedExternalId(customerId),
    });
    const done: Erasure = { ...atStep(held.erasure, 'afterwards'), state: 'done', troubles: 0, endedAt: isoOf(now) };
    await commit(table, [
      held.endClause(done, now + lookAgainAfter),
      freeExternalIdClause(table, partnerId, record.customer),
      ...clauses,
      endedClause(held, done, 'customer erased', now),
    ]);
    return true;
  });

/** The erasure did not come to its end; the operator can begin it anew. */
export const failErasure = (held: HeldErasure, instancesFailed: number): Promise<void> =>
  persist(held.deps.retryPolicy, async () => {
    const { deps } = held;
    const now = deps.clock();
    const record = await requireRecord(held);
    const turn = {
      trigger: 'fail_erasure',
      event: 'customer_erasure_failed',
      eventType: 'service.partner.customer.erasure_failed',
    } as const;
    const { clauses } = turnClauses(deps, held.erasure, record, turn, now);
    const failed: Erasure = { ...held.erasure, state: 'failed', instancesFailed, endedAt: isoOf(now) };
    await commit(deps.table, [
      held.endClause(failed, null),
      ...clauses,
      endedClause(held, failed, 'customer erasure failed', now),
    ]);
  });
