import type { Repeat } from '@swift-worker/time-index/delivery-index.ts';
import { IndexChanged } from '@swift-worker/time-index/errors.ts';
import { contended, persist, type RetryPolicy } from '../table/commit.ts';

/** Repeats a try at the delivery index as a commit is repeated: after it changed while it was read, or before it was written. */
export const repeating =
  (retryPolicy: RetryPolicy): Repeat =>
  (attempt) =>
    persist(retryPolicy, async () => {
      try {
        return await attempt();
      } catch (error) {
        throw error instanceof IndexChanged ? contended() : error;
      }
    });
