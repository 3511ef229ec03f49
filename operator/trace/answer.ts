import { z } from 'zod';
import { attempt } from '../attempt.ts';

const entry = z.object({
  customer_id: z.string(),
  request_id: z.string(),
  happened: z.string(),
  origin: z.string(),
  actor: z.object({ type: z.string(), id: z.string() }),
  changed_fields: z.array(z.string()),
  related: z.record(z.string(), z.string()),
  created_at: z.string(),
  event: z
    .object({
      event_id: z.string(),
      type: z.string(),
      sequence: z.number(),
      state: z.string(),
      attempts: z.array(attempt),
    })
    .nullable(),
});
export type TracedEntry = z.infer<typeof entry>;

/** What the table has. */
export const traceAnswer = z.object({
  audit: z
    .object({
      actor: z.object({ type: z.string(), id: z.string() }),
      action: z.string(),
      subject: z.record(z.string(), z.string()),
      at: z.string(),
    })
    .nullable(),
  entries: z.array(entry),
});
export type TraceAnswer = z.infer<typeof traceAnswer>;
