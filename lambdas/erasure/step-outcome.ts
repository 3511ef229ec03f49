import type { Erasure } from '../domain/erasure-progress.ts';
import type { Milliseconds } from '../domain/time.ts';

/** What came of a step. */
export type StepOutcome =
  | { readonly kind: 'go'; readonly next: Erasure }
  /** Nothing is to be done for a while. */
  | { readonly kind: 'wait'; readonly next: Erasure; readonly time: Milliseconds }
  /** The platform did not let lines go: the operator has to look. */
  | { readonly kind: 'fail'; readonly instancesFailed: number }
  /** Nothing personal is left: the last commit can be made. */
  | { readonly kind: 'finish' }
  /** Nothing more is to be done at all. */
  | { readonly kind: 'rest' };
