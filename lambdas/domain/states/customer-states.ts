import type { CustomerStatus } from '../customer.ts';
import type { TransitionTable } from './transition.ts';

export type CustomerTrigger =
  'deactivate' | 'reactivate' | 'merge_away' | 'begin_erasure' | 'finish_erasure' | 'fail_erasure';

export const customerTransitions: TransitionTable<CustomerStatus, CustomerTrigger> = {
  active: { deactivate: 'inactive', merge_away: 'merged', begin_erasure: 'erasing' },
  inactive: { reactivate: 'active', merge_away: 'merged', begin_erasure: 'erasing' },
  merged: { begin_erasure: 'erasing' },
  erasing: { finish_erasure: 'erased', fail_erasure: 'erasure_failed' },
  erasure_failed: { begin_erasure: 'erasing' },
  erased: {},
};
