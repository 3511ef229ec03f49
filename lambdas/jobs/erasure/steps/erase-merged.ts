import { atStep, counting, rootOf, type Erasure } from '../../../domain/erasure-progress.ts';
import type { CustomerStatus } from '../../../domain/customer.ts';
import { isoOf, type Milliseconds } from '../../../kernel/time.ts';
import { readCustomerStatuses } from '../../../store/customers/customers.ts';
import { readErasure } from '../../../store/erasure/erasures.ts';
import { mergedCustomers } from '../../../store/erasure/merged-customers.ts';
import { auditClause } from '../../../store/partners/audit.ts';
import { beginErasure } from '../begin-erasure.ts';
import type { HeldErasure } from '../held-erasure.ts';
import type { StepOutcome } from '../step-outcome.ts';

/**
 * The history entries whose merges are under way at once. It bounds what one look reads, and how long the erasures of other
 * customers wait behind these.
 */
const entriesAtOnce = 1_000;
/** The pause until the next look. */
const others: Milliseconds = 5_000;

/** Begins the erasure of a merged customer, or begins it again after a failure. */
const begin = async ({ deps, erasure }: HeldErasure, customerId: string): Promise<void> => {
  const { partnerId, cause } = erasure;
  const now = deps.clock();
  const clauses = ({ id }: Erasure) => [
    auditClause(deps.table, {
      id: deps.newId(now),
      actor: { type: 'service', id: 'erasure' },
      action: 'merged customer erasure started',
      subject: { partner_id: partnerId, customer_id: customerId, erasure_id: id, merged_into: erasure.customerId },
      at: isoOf(now),
    }),
  ];
  await beginErasure(deps, { partnerId, customerId, cause, again: 'either', root: rootOf(erasure), clauses }, now);
};

/** Whether the erasure of a customer failed as a part of this one, and not before it. */
const hasFailed = async ({ deps, erasure }: HeldErasure, customerId: string): Promise<boolean> => {
  const own = await readErasure(deps.table, erasure.partnerId, customerId);
  return own?.root?.erasureId === rootOf(erasure).erasureId;
};

/** How far the erasure of a merged customer is. Begins it where it has not begun. */
const carryOn = async (
  held: HeldErasure,
  customerId: string,
  status: CustomerStatus | undefined,
): Promise<'erased' | 'running' | 'failed'> => {
  if (status === 'erased') return 'erased';
  if (status === 'erasing') return 'running';
  if (status === 'erasure_failed' && (await hasFailed(held, customerId))) return 'failed';
  await begin(held, customerId);
  return 'running';
};

/**
 * Erases the customers that were merged into the customer, each by an erasure of its own, which does the same with the
 * customers merged into that one. Nothing can be merged into a customer from the beginning of its erasure on. Their
 * histories are erased before this customer's erasure ends.
 */
export const eraseMerged = async (held: HeldErasure): Promise<StepOutcome> => {
  const { table } = held.deps;
  const { partnerId, customerId, mergedTo } = held.erasure;
  let [isWaiting, failed] = [false, 0];
  for await (const { customerIds, to } of mergedCustomers(table, partnerId, customerId, mergedTo)) {
    const statuses = await readCustomerStatuses(table, partnerId, customerIds);
    const states = [];
    for (const id of customerIds) states.push(await carryOn(held, id, statuses.get(id)));
    failed += states.filter((state) => state === 'failed').length;
    isWaiting ||= states.some((state) => state !== 'erased');
    // Entries behind an unfinished one are looked at again.
    const next = isWaiting ? held.erasure : counting({ ...held.erasure, mergedTo: to }, { customers: states.length });
    await held.note(next);
    if (isWaiting && to - held.erasure.mergedTo >= entriesAtOnce) break;
  }
  if (failed > 0) return { kind: 'fail', failed: { instancesFailed: 0, customersFailed: failed } };
  return isWaiting
    ? { kind: 'wait', next: atStep(held.erasure, 'merged'), time: others }
    : { kind: 'go', next: atStep(held.erasure, 'history') };
};
