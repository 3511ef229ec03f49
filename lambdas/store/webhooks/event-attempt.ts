import * as z from 'zod/mini';
import type { Milliseconds } from '../../domain/time.ts';

/** One attempt to deliver an event, as the operator sees it. */
export interface EventAttempt {
  /** When it began. */
  readonly at: string;
  /** Null when no answer came. */
  readonly status: number | null;
  readonly milliseconds: Milliseconds;
  /** Why no answer came, such as `timeout`; null when one came. */
  readonly error: string | null;
  /** Sent to see whether a paused endpoint is back; its failure counts for nothing. */
  readonly probe: boolean;
}

export const eventAttempt = z.object({
  at: z.string(),
  status: z.nullable(z.number()),
  milliseconds: z.number(),
  error: z.nullable(z.string()),
  probe: z.boolean(),
});
