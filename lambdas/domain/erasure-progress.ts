import type { Cause } from './history.ts';

/** The steps of an erasure, in order. Each is idempotent: after a crash the next worker repeats the recorded step. */
export const erasureSteps = [
  /** Deactivates the instances, so that the platform sends nothing more. */
  'instances',
  /** Begins when the calls that started before the first commit have ended. */
  'record',
  'search',
  'belongings',
  /** Erases the customers that were merged into the customer, and waits for them. */
  'merged',
  'history',
  'others',
  'imports',
  'deliveries',
  /** Makes the last commit. */
  'finish',
  /** Follows the end, for records that the stream delivered late. */
  'afterwards',
] as const;
export type ErasureStep = (typeof erasureSteps)[number];

/** Numbers of erased records. */
export interface ErasedCounts {
  /** Customers that were merged into the customer. Each of them counts its own. */
  readonly customers: number;
  readonly instances: number;
  readonly entries: number;
  readonly receipts: number;
  readonly events: number;
}

export const nothingErased: ErasedCounts = { customers: 0, instances: 0, entries: 0, receipts: 0, events: 0 };

/** The customer that all customers of an erasure were merged into, and the erasure's id. */
export interface ErasureRoot {
  readonly customerId: string;
  readonly erasureId: string;
}

/** The progress of an erasure. */
export interface Erasure {
  readonly id: string;
  readonly partnerId: string;
  readonly customerId: string;
  readonly state: 'running' | 'failed' | 'done';
  readonly step: ErasureStep;
  /** Where the step resumes; null for its beginning. */
  readonly cursor: string | null;
  /** The number of the last erased history entry. */
  readonly scrubbedTo: number;
  /** The number of the last history entry up to which the merged customers are erased. */
  readonly mergedTo: number;
  /** Consecutive failures. */
  readonly failures: number;
  readonly erased: ErasedCounts;
  /** Instances whose callback the platform did not remove. */
  readonly instancesFailed: number;
  /** Merged customers whose erasure failed. */
  readonly customersFailed: number;
  /** The erasure that this one is a part of, because its customer was merged into another; null when it was ordered by itself. */
  readonly root: ErasureRoot | null;
  readonly cause: Cause;
  readonly startedAt: string;
  readonly endedAt: string | null;
}

export const rootOf = ({ root, customerId, id }: Erasure): ErasureRoot => root ?? { customerId, erasureId: id };

export const atStep = (erasure: Erasure, step: ErasureStep, cursor: string | null = null): Erasure => ({
  ...erasure,
  step,
  cursor,
});

export const counting = (erasure: Erasure, more: Partial<ErasedCounts>): Erasure => ({
  ...erasure,
  erased: {
    customers: erasure.erased.customers + (more.customers ?? 0),
    instances: erasure.erased.instances + (more.instances ?? 0),
    entries: erasure.erased.entries + (more.entries ?? 0),
    receipts: erasure.erased.receipts + (more.receipts ?? 0),
    events: erasure.erased.events + (more.events ?? 0),
  },
});
