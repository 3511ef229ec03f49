import * as z from 'zod/mini';
import { historyOrigins } from '../../domain/history.ts';

/** Who caused a change, as it is kept with work that goes on later. */
export const causeItem = z.object({
  origin: z.enum(historyOrigins),
  actor: z.object({ type: z.enum(['partner_key', 'member', 'operator', 'service']), id: z.string() }),
  requestId: z.string(),
});
