import type { Erasure } from '../../domain/erasure-progress.ts';
import type { Milliseconds } from '../../kernel/time.ts';

export type StepOutcome =
  | { readonly kind: 'go'; readonly next: Erasure }
  | { readonly kind: 'wait'; readonly next: Erasure; readonly time: Milliseconds }
  /** The platform did not remove callbacks, or a merged customer could not be erased. The operator has to act. */
  | { readonly kind: 'fail'; readonly failed: Pick<Erasure, 'instancesFailed' | 'customersFailed'> }
  /** No personal data is left. The last commit can be made. */
  | { readonly kind: 'finish' }
  | { readonly kind: 'rest' };
