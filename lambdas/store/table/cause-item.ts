import * as z from 'zod/mini';
import { actorTypes, historyOrigins } from '../../domain/history.ts';

/** The stored cause of background work. */
export const causeItem = z.object({
  origin: z.enum(historyOrigins),
  actor: z.object({ type: z.enum(actorTypes), id: z.string() }),
  requestId: z.string(),
});
