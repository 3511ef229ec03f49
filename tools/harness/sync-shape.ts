import { z } from 'zod';

/** A template sync, as the API shows it. */
export const syncShape = z.object({
  id: z.string(),
  waba_id: z.string(),
  trigger: z.string(),
  status: z.string(),
  fetched: z.number(),
  created: z.number(),
  updated: z.number(),
  removed: z.number(),
  pages: z.number(),
  started_at: z.string(),
  finished_at: z.string().nullable(),
  next_allowed_at: z.string(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
});
export type ShownSync = z.infer<typeof syncShape>;
