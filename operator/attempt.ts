import { z } from 'zod';

/** An attempt to deliver an event, as the operator's function returns it. */
export const attempt = z.object({
  at: z.string(),
  status: z.number().nullable(),
  milliseconds: z.number(),
  error: z.string().nullable(),
  probe: z.boolean(),
});
