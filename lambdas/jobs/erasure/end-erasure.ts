import { atStep, type Erasure } from '../../domain/erasure-progress.ts';
import { erasedExternalId } from '../../domain/erasure.ts';
import type { ErasureEvent } from '../../domain/event.ts';
import type { Customer, CustomerStatus } from '../../domain/customer.ts';
import type { HistoryEvent, Sight } from '../../domain/history.ts';
import { customerTransitions, type CustomerTrigger } from '../../domain/states/customer-states.ts';
import { transition } from '../../domain/states/transition.ts';
import { isoOf, laterThan, type Milliseconds } from '../../kernel/time.ts';
import { auditClause } from '../../store/partners/audit.ts';
import { commit, persist, type Clause } from '../../store/table/commit.ts';
import { freeExternalIdClause, type CustomerRecord } from '../../store/customers/customers.ts';
import { journal } from '../../store/customers/journal.ts';
import { readPartner, termsOf } from '../../store/partners/callers.ts';
import { customerChangeClauses } from '../../store/search/customer-changes.ts';
import { customerMoveClauses } from '../../store/usage/customer-changes.ts';
import type { TableDeps } from '../../lines/instance-deps.ts';
import type { HeldErasure } from './held-erasure.ts';
import type { StepOutcome } from './step-outcome.ts';

/** A change of the customer's status by the erasure. Its event contains ids only. */
interface Turn {
  readonly trigger: CustomerTrigger;
  readonly event: Exclude<HistoryEvent, Sight>;
  readonly eventType: ErasureEvent['type'];
}

export const turns = {
  begin: {
    trigger: 'begin_erasure',
    event: 'customer_erasure_started',
    eventType: 'service.partner.customer.erasure_started',
  },
  finish: { trigger: 'finish_erasure', event: 'customer_erased', eventType: 'service.partner.customer.erased' },
  fail: {
    trigger: 'fail_erasure',
    event: 'customer_erasure_failed',
    eventType: 'service.partner.customer.erasure_failed',
  },
} as const satisfies Readonly<Record<string, Turn>>;

export const turnClauses = async (
  deps: Pick<TableDeps, 'table' | 'newId'>,
  erasure: Pick<Erasure, 'id' | 'partnerId' | 'cause'>,
  record: CustomerRecord,
  turn: Turn,
  now: Milliseconds,
  changes: Partial<Customer> = {},
): Promise<{ readonly status: CustomerStatus; readonly clauses: readonly Clause[] }> => {
  const { customer } = record;
  const { customer_id: customerId } = customer;
  const status = transition('the customer', customerTransitions, customer.status, turn.trigger);
  const at = laterThan(customer.updated_at, now);
  const { record: next, clauses } = journal(
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
  const counts = customerMoveClauses(deps.table, erasure.partnerId, {
    id: customerId,
    from: customer.status,
    to: status,
    at: Date.parse(at),
  });
  // After the customer: who notes a change of it later meets its revision.
  const partner = await readPartner(deps.table, erasure.partnerId);
  const isIndexed = partner !== null && termsOf(partner).isIndexed;
  const noted = customerChangeClauses(deps.table, erasure.partnerId, isIndexed, customer, next);
  return { status, clauses: [...clauses, ...counts, ...noted] };
};

/** The audit entry of the end. The entry of the beginning names the operator. */
const endedClause = ({ deps }: HeldErasure, erasure: Erasure, now: Milliseconds): Clause =>
  auditClause(deps.table, {
    id: deps.newId(now),
    actor: { type: 'service', id: 'erasure' },
    action: erasure.state === 'done' ? 'customer erased' : 'customer erasure failed',
    subject: {
      partner_id: erasure.partnerId,
      customer_id: erasure.customerId,
      erasure_id: erasure.id,
      ...Object.fromEntries(Object.entries(erasure.erased).map(([name, count]) => [name, String(count)])),
      ...(erasure.instancesFailed > 0 && { instances_failed: String(erasure.instancesFailed) }),
      ...(erasure.customersFailed > 0 && { customers_failed: String(erasure.customersFailed) }),
    },
    at: isoOf(now),
  });

/** Longer than the stream's workers may take. */
const lookAgainAfter: Milliseconds = 10 * 60_000;

/**
 * Marks the customer as erased and frees its external id.
 * @returns false when the history has an entry that is not erased yet, or not looked at for a merge: a commit has changed the customer
 * meanwhile
 */
export const finishErasure = (held: HeldErasure): Promise<boolean> =>
  persist(held.deps.retryPolicy, async () => {
    const { deps } = held;
    const now = deps.clock();
    const record = await held.requireCustomer();
    if (record.historyCount > Math.min(held.erasure.scrubbedTo, held.erasure.mergedTo)) return false;
    const { partnerId, customerId } = held.erasure;
    const { clauses } = await turnClauses(deps, held.erasure, record, turns.finish, now, {
      external_customer_id: erasedExternalId(customerId),
    });
    const done: Erasure = { ...atStep(held.erasure, 'afterwards'), state: 'done', failures: 0, endedAt: isoOf(now) };
    await commit(deps.table, [
      held.endClause(done, now + lookAgainAfter),
      freeExternalIdClause(deps.table, partnerId, record.customer),
      ...clauses,
      endedClause(held, done, now),
    ]);
    return true;
  });

/** Ends an erasure that failed. The operator can retry it. */
export const failErasure = (
  held: HeldErasure,
  failures: Extract<StepOutcome, { kind: 'fail' }>['failed'],
): Promise<void> =>
  persist(held.deps.retryPolicy, async () => {
    const { deps } = held;
    const now = deps.clock();
    const { clauses } = await turnClauses(deps, held.erasure, await held.requireCustomer(), turns.fail, now);
    const failed: Erasure = { ...held.erasure, state: 'failed', ...failures, endedAt: isoOf(now) };
    await commit(deps.table, [held.endClause(failed, null), ...clauses, endedClause(held, failed, now)]);
  });
