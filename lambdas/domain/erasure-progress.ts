import type { Cause } from './history.ts';

/**
 * The way of an erasure. Each step can be done again from its beginning, and none begins before the one in front of it
 * is done: so wherever a worker dies, the next one goes on.
 */
export const erasureSteps = [
  /** The lines are taken down, so that the platform sends nothing more. */
  'instances',
  /** Begins when calls that began before the first commit are over. */
  'record',
  'belongings',
  'history',
  'others',
  'deliveries',
  /** Everything is gone; only the last commit is left. */
  'finish',
  /** After the end: once more over what may have been on its way through the stream. */
  'afterwards',
] as const;
export type ErasureStep = (typeof erasureSteps)[number];

/** How many of each were freed of personal data. */
export interface ErasedCounts {
  readonly instances: number;
  readonly entries: number;
  readonly receipts: number;
  readonly events: number;
}

export const nothingErased: ErasedCounts = { instances: 0, entries: 0, receipts: 0, events: 0 };

/** The erasure of a customer's personal data, as far as it has come. */
export interface Erasure {
  readonly id: string;
  readonly partnerId: string;
  readonly customerId: string;
  readonly state: 'running' | 'failed' | 'done';
  readonly step: ErasureStep;
  /** Where the step goes on; null: at its beginning. */
  readonly cursor: string | null;
  /** The number of the last entry of the history that was freed; those after it came later. */
  readonly scrubbedTo: number;
  /** How often in a row it broke off. */
  readonly troubles: number;
  readonly erased: ErasedCounts;
  /** Lines that the platform did not let go. */
  readonly instancesFailed: number;
  readonly cause: Cause;
  readonly startedAt: string;
  readonly endedAt: string | null;
}

export const atStep = (erasure: Erasure, step: ErasureStep, cursor: string | null = null): Erasure => ({
  ...erasure,
  step,
  cursor,
});

export const counting = (erasure: Erasure, more: Partial<ErasedCounts>): Erasure => ({
  ...erasure,
  erased: {
    instances: erasure.erased.instances + (more.instances ?? 0),
    entries: erasure.erased.entries + (more.entries ?? 0),
    receipts: erasure.erased.receipts + (more.receipts ?? 0),
    events: erasure.erased.events + (more.events ?? 0),
  },
});
