import type { Customer } from './customer.ts';
import { customerMerged, invalidState } from '../kernel/errors.ts';

/** Contact data may change while a customer is active or inactive. @throws ServiceError customer_merged, invalid_state */
export const requireEditable = (customer: Customer): void => {
  switch (customer.status) {
    case 'active':
    case 'inactive':
      return;
    case 'merged':
      throw customerMerged(customer.merged_into ?? '');
    case 'erasing':
    case 'erased':
    case 'erasure_failed':
      throw invalidState(customer.status, `the customer is ${customer.status} and can't be changed`);
  }
};

/** Only an active customer gets instances. @throws ServiceError customer_merged, invalid_state */
export const requireOpen = (customer: Customer): void => {
  if (customer.status === 'active') return;
  if (customer.status === 'merged') throw customerMerged(customer.merged_into ?? '');
  throw invalidState(customer.status, `the customer is ${customer.status}; it must be active`);
};
