import type { Erasure } from '../domain/erasure-progress.ts';
import type { Milliseconds } from '../domain/time.ts';

export type StepOutcome =
  | { readonly kind: 'go'; readonly next: Erasure }
  | { readonly kind: 'wait'; readonly next: Erasure; readonly time: Milliseconds }
  /** The platform did not remove callbacks. The operator has to act. */
  | { readonly kind: 'fail'; readonly instancesFailed: number }
  /** No personal data is left. The last commit can be made. */
  | { readonly kind: 'finish' }
  | { readonly kind: 'rest' };
