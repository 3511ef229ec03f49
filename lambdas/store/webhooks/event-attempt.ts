import * as z from 'zod/mini';
import type { Milliseconds } from '../../kernel/time.ts';

/** One attempt to deliver an event. */
export interface EventAttempt {
  /** When it began. */
  readonly at: string;
  /** Null when there was no response. */
  readonly status: number | null;
  readonly milliseconds: Milliseconds;
  /** Why there was no response, such as `timeout`; null when there was one. */
  readonly error: string | null;
  /** Whether it was the probe of a paused endpoint. A failed probe is not counted as an attempt. */
  readonly probe: boolean;
  /** The beginning of the body of a failed response. It may repeat what the event says, so it is personal data. */
  readonly answer?: string | undefined;
}

export const eventAttempt = z.object({
  at: z.string(),
  status: z.nullable(z.number()),
  milliseconds: z.number(),
  error: z.nullable(z.string()),
  probe: z.boolean(),
  answer: z.optional(z.string()),
});
