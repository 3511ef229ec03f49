import * as z from 'zod/mini';
import { actorTypes, historyEvents, historyOrigins } from '../../domain/history.ts';

const id = z.uuid();
const values = z.record(z.string(), z.unknown());

export const historyEntryView = z.object({
  id,
  event: z.enum(historyEvents),
  origin: z.enum(historyOrigins),
  actor: z.object({ type: z.enum(actorTypes), id: z.string() }),
  changed_fields: z.array(z.string()),
  previous: values,
  new: values,
  reason: z.nullable(z.string()),
  related: z.object({
    source_customer_id: z.optional(id),
    target_customer_id: z.optional(id),
    instance_id: z.optional(id),
  }),
  request_id: z.string(),
  created_at: z.iso.datetime(),
});
