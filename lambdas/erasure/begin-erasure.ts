import { nothingErased, type Erasure } from '../domain/erasure-progress.ts';
import { notFound, ServiceError } from '../domain/errors.ts';
import type { Customer } from '../domain/customer.ts';
import type { Cause } from '../domain/history.ts';
import { isoOf, type Milliseconds } from '../domain/time.ts';
import { commit, persist, type Clause, type RetryPolicy } from '../store/table/commit.ts';
import { findCustomer } from '../store/customers/customers.ts';
import { readErasure, startErasureClause } from '../store/erasure/erasures.ts';
import type { Table } from '../store/table/table.ts';
import { turnClauses } from './end-erasure.ts';

export interface BeginDeps {
  readonly table: Table;
  readonly retryPolicy: RetryPolicy;
  readonly newId: (now: Milliseconds) => string;
}

export interface ErasureOrder {
  readonly partnerId: string;
  readonly customerId: string;
  readonly cause: Cause;
  /** Whether one that failed is begun anew; otherwise that is refused. */
  readonly again: boolean;
  /** What the commit carries beside. */
  readonly clauses: (erasure: Erasure) => readonly Clause[];
}

export interface BegunErasure {
  readonly status: Customer['status'];
  /** Null for a customer that was erased so long ago that nothing is known of how. */
  readonly erasure: Erasure | null;
}

const closing = {
  trigger: 'begin_erasure',
  event: 'customer_erasure_started',
  eventType: 'service.partner.customer.erasure_started',
} as const;

const refuseState = (status: Customer['status'], again: boolean): void => {
  if (status === 'erasure_failed' && !again) {
    throw new ServiceError('invalid_state', 'an erasure of the customer failed; retry it');
  }
  if (status !== 'erasure_failed' && again) {
    throw new ServiceError('invalid_state', `the customer is ${status}; only an erasure that failed is retried`);
  }
};

/**
 * Closes a customer for good, and starts the erasure. From this commit on nobody writes anything personal about the
 * customer; the rest goes on in the background. Repeated while it goes on, or after its end, it changes nothing.
 * @throws ServiceError not_found, invalid_state
 */
export const beginErasure = (deps: BeginDeps, order: ErasureOrder, now: Milliseconds): Promise<BegunErasure> =>
  persist(deps.retryPolicy, async () => {
    const { partnerId, customerId, cause } = order;
    const record = await findCustomer(deps.table, partnerId, { customerId }, null);
    if (record === null) throw notFound('the customer');
    const { status } = record.customer;
    if (status === 'erased' || status === 'erasing') {
      return { status, erasure: await readErasure(deps.table, partnerId, customerId) };
    }
    refuseState(status, order.again);
    const erasure: Erasure = {
      ...{ id: deps.newId(now), partnerId, customerId, cause },
      ...{ state: 'running', step: 'instances', cursor: null, scrubbedTo: 0, troubles: 0, instancesFailed: 0 },
      erased: nothingErased,
      startedAt: isoOf(now),
      endedAt: null,
    };
    const turned = turnClauses(deps, erasure, record, closing, now);
    await commit(deps.table, [
      startErasureClause(deps.table, erasure, now),
      ...turned.clauses,
      ...order.clauses(erasure),
    ]);
    return { status: turned.status, erasure };
  });
