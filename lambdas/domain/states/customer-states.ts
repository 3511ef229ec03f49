import type { CustomerStatus } from '../customer.ts';
import type { TransitionTable } from './transition.ts';

/** The triggers of a customer's transitions, each with its cause. */
export const customerTriggers = {
  deactivate: 'deactivate-partner-customer',
  reactivate: 'reactivate-partner-customer',
  merge_away: 'merge-partner-customers, of the source',
  begin_erasure: 'the operator erases the customer, or tries again',
  finish_erasure: 'every copy of the personal data is gone',
  fail_erasure: 'the erasure could not be completed',
} as const;
export type CustomerTrigger = keyof typeof customerTriggers;

export const customerTransitions: TransitionTable<CustomerStatus, CustomerTrigger> = {
  active: { deactivate: 'inactive', merge_away: 'merged', begin_erasure: 'erasing' },
  inactive: { reactivate: 'active', merge_away: 'merged', begin_erasure: 'erasing' },
  merged: { begin_erasure: 'erasing' },
  erasing: { finish_erasure: 'erased', fail_erasure: 'erasure_failed' },
  erasure_failed: { begin_erasure: 'erasing' },
  erased: {},
};
