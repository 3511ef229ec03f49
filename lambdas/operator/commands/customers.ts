import * as z from 'zod/mini';
import { externalCustomerId, uuid } from '../../api/fields.ts';
import { customerStatuses, searchTermOf, type Customer } from '../../domain/customer.ts';
import type { Erasure } from '../../domain/erasure-progress.ts';
import { notFound, ServiceError } from '../../kernel/errors.ts';
import { beginErasure } from '../../jobs/erasure/begin-erasure.ts';
import { commit } from '../../store/table/commit.ts';
import { termsOf, type Partner } from '../../store/partners/callers.ts';
import { findCustomers as findBySearch } from '../../store/search/find-customers.ts';
import { findCustomer, type CustomerSelector } from '../../store/customers/customers.ts';
import { readErasure } from '../../store/erasure/erasures.ts';
import { mergedCustomers } from '../../store/erasure/merged-customers.ts';
import { command, type OperatorDeps, type Run } from '../command.ts';
import { requirePartner } from '../../store/partners/partners.ts';

/** The fields by which the operator identifies a customer. */
const shown = (customer: Customer) => ({
  customer_id: customer.customer_id,
  external_customer_id: customer.external_customer_id,
  customer_name: customer.customer_name,
  customer_email: customer.customer_email,
  customer_phone: customer.customer_phone,
  status: customer.status,
  created_at: customer.created_at,
  merged_into: customer.merged_into,
  instance_count: customer.instance_count,
});

const foundAtMost = 20;

const findOne = async (deps: OperatorDeps, partnerId: string, selector: CustomerSelector) => {
  const record = await findCustomer(deps.table, partnerId, selector, null);
  const customers = record === null ? [] : [shown(record.customer)];
  return { customers, total: customers.length };
};

const search = async (deps: OperatorDeps, partner: Partner, now: number, text: string) => {
  const term = searchTermOf(text);
  if (term === null) throw new ServiceError('validation_failed', 'search must hold more than blanks');
  const first = { page: 1, pageSize: foundAtMost };
  const wanted = { statuses: new Set(customerStatuses), term };
  const { items, total } = await findBySearch(deps.table, partner.partner_id, termsOf(partner), now, wanted, first);
  return { customers: items.map(shown), total };
};

/** Finds customers by id, by external id, or by a part of their contact data, with an audit entry. */
export const findCustomers = command({
  input: z.object({
    partner_id: uuid,
    customer_id: z.optional(uuid),
    external_id: z.optional(externalCustomerId),
    search: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  }),
  run: async (deps, run, given) => {
    const { partner_id: partnerId, customer_id: customerId, external_id: externalId, search: text } = given;
    const partner = await requirePartner(deps.table, partnerId);
    if ([customerId, externalId, text].filter((way) => way !== undefined).length !== 1) {
      throw new ServiceError('validation_failed', 'one of customer_id, external_id and search is needed');
    }
    const found =
      text !== undefined
        ? await search(deps, partner, run.now, text)
        : await findOne(deps, partnerId, customerId === undefined ? { externalId: externalId ?? '' } : { customerId });
    await commit(deps.table, [run.audit({ partner_id: partnerId, found: String(found.total) })]);
    return found;
  },
});

const progressOf = (erasure: Erasure | null) =>
  erasure === null
    ? null
    : {
        erasure_id: erasure.id,
        state: erasure.state,
        step: erasure.step,
        erased: erasure.erased,
        instances_failed: erasure.instancesFailed,
        customers_failed: erasure.customersFailed,
        started_at: erasure.startedAt,
        ended_at: erasure.endedAt,
      };

const selector = z.object({ partner_id: uuid, customer_id: uuid });

const begin = async (deps: OperatorDeps, run: Run, given: z.output<typeof selector>, again: boolean) => {
  const { partner_id: partnerId, customer_id: customerId } = given;
  await requirePartner(deps.table, partnerId);
  const clauses = ({ id }: Erasure) => [run.audit({ partner_id: partnerId, customer_id: customerId, erasure_id: id })];
  const begun = await beginErasure(
    deps,
    { partnerId, customerId, cause: run.cause, again, root: null, clauses },
    run.now,
  );
  return { customer_id: customerId, status: begun.status, erasure: progressOf(begun.erasure) };
};

/** The customers named at most, and the pages of their histories read at most. */
const [namedAtMost, pagesAtMost] = [50, 200] as const;

/** The customers that an erasure of the customer erases as well: those merged into it, also through further customers. */
const mergedInto = async (deps: OperatorDeps, partnerId: string, customerId: string) => {
  const [found, left]: [Customer[], string[]] = [[], [customerId]];
  let pages = 0;
  for (let target = left.shift(); target !== undefined; target = left.shift()) {
    for await (const { customerIds } of mergedCustomers(deps.table, partnerId, target, 0)) {
      for (const id of customerIds) {
        const record = await findCustomer(deps.table, partnerId, { customerId: id }, null);
        if (record !== null && record.customer.status !== 'erased') found.push(record.customer);
        left.push(id);
      }
      pages += 1;
      if (found.length > namedAtMost || pages >= pagesAtMost) return { found, isWhole: false };
    }
  }
  return { found, isWhole: true };
};

/** The customers that are erased with a customer, with an audit entry. */
export const listMerged = command({
  input: selector,
  run: async (deps, run, { partner_id: partnerId, customer_id: customerId }) => {
    await requirePartner(deps.table, partnerId);
    const { found, isWhole } = await mergedInto(deps, partnerId, customerId);
    const customers = found.slice(0, namedAtMost).map(shown);
    const subject = { partner_id: partnerId, customer_id: customerId, found: String(customers.length) };
    await commit(deps.table, [run.audit(subject)]);
    return { customer_id: customerId, customers, is_whole: isWhole };
  },
});

/** Begins to erase a customer's personal data, and that of the customers merged into it. Workers do the rest. */
export const eraseCustomer = command({
  input: selector,
  run: (deps, run, given) => begin(deps, run, given, false),
});

export const retryErasure = command({
  input: selector,
  run: (deps, run, given) => begin(deps, run, given, true),
});

export const showErasure = command({
  input: selector,
  run: async (deps, _run, { partner_id: partnerId, customer_id: customerId }) => {
    await requirePartner(deps.table, partnerId);
    const [record, erasure] = await Promise.all([
      findCustomer(deps.table, partnerId, { customerId }, null),
      readErasure(deps.table, partnerId, customerId),
    ]);
    if (record === null) throw notFound('the customer');
    return { customer_id: customerId, status: record.customer.status, erasure: progressOf(erasure) };
  },
});
