import { nothingErased, type Erasure, type ErasureRoot } from '../../domain/erasure-progress.ts';
import { invalidState, notFound } from '../../kernel/errors.ts';
import type { Customer } from '../../domain/customer.ts';
import type { Cause } from '../../domain/history.ts';
import { isoOf, type Milliseconds } from '../../kernel/time.ts';
import type { TableDeps } from '../../lines/instance-deps.ts';
import { commit, persist, type Clause } from '../../store/table/commit.ts';
import { findCustomer } from '../../store/customers/customers.ts';
import { readErasure, startErasureClause } from '../../store/erasure/erasures.ts';
import { turnClauses, turns } from './end-erasure.ts';

export interface ErasureOrder {
  readonly partnerId: string;
  readonly customerId: string;
  readonly cause: Cause;
  /** Whether the order retries a failed erasure; `either` is for one that has to happen in any case. */
  readonly again: boolean | 'either';
  /** The erasure that this one is a part of; null for one of its own. */
  readonly root: ErasureRoot | null;
  readonly clauses: (erasure: Erasure) => readonly Clause[];
}

export interface BegunErasure {
  readonly status: Customer['status'];
  /** Null when the record of the erasure has expired. */
  readonly erasure: Erasure | null;
}

const refuseState = (status: Customer['status'], again: ErasureOrder['again']): void => {
  if (again === 'either') return;
  if (status === 'erasure_failed' && !again) {
    throw invalidState('erasure_failed', 'the erasure of the customer failed; retry it');
  }
  if (status !== 'erasure_failed' && again) {
    throw invalidState(status, `the customer is ${status}; only an erasure that failed is retried`);
  }
};

/**
 * Closes a customer permanently and starts its erasure. After this commit no personal data of the customer is written.
 * Workers do the rest. A repetition during the erasure or after its end changes nothing.
 * @throws ServiceError not_found, invalid_state
 */
export const beginErasure = (
  deps: Pick<TableDeps, 'table' | 'retryPolicy' | 'newId'>,
  order: ErasureOrder,
  now: Milliseconds,
): Promise<BegunErasure> =>
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
      id: deps.newId(now),
      partnerId,
      customerId,
      cause,
      state: 'running',
      step: 'instances',
      cursor: null,
      scrubbedTo: 0,
      mergedTo: 0,
      failures: 0,
      instancesFailed: 0,
      customersFailed: 0,
      root: order.root,
      erased: nothingErased,
      startedAt: isoOf(now),
      endedAt: null,
    };
    const turned = await turnClauses(deps, erasure, record, turns.begin, now);
    await commit(deps.table, [
      startErasureClause(deps.table, erasure, now),
      ...turned.clauses,
      ...order.clauses(erasure),
    ]);
    return { status: turned.status, erasure };
  });
