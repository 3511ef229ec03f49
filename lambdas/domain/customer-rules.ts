import type { Customer } from './customer.ts';
import { customerMerged, invalidState, type ServiceError } from '../kernel/errors.ts';

/** The customer at the end of a chain of merges, by the id of a merged customer. */
export type MergeEnds = ReadonlyMap<string, string>;

const merged = ({ customer_id: id, merged_into: target }: Customer, ends: MergeEnds): ServiceError =>
  customerMerged(ends.get(id) ?? target ?? '');

/** @throws ServiceError customer_merged */
export const requireUnmerged = (customer: Customer, ends: MergeEnds): void => {
  if (customer.status === 'merged') throw merged(customer, ends);
};

/** Contact data may change while a customer is active or inactive. @throws ServiceError customer_merged, invalid_state */
export const requireEditable = (customer: Customer, ends: MergeEnds): void => {
  switch (customer.status) {
    case 'active':
    case 'inactive':
      return;
    case 'merged':
      throw merged(customer, ends);
    case 'erasing':
    case 'erased':
    case 'erasure_failed':
      throw invalidState(customer.status, `the customer is ${customer.status} and can't be changed`);
  }
};

/** Only an active customer gets instances. @throws ServiceError customer_merged, invalid_state */
export const requireOpen = (customer: Customer, ends: MergeEnds): void => {
  if (customer.status === 'active') return;
  if (customer.status === 'merged') throw merged(customer, ends);
  throw invalidState(customer.status, `the customer is ${customer.status}; it must be active`);
};
