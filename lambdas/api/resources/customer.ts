import * as z from 'zod/mini';
import { customerStatuses } from '../../domain/customer.ts';
import { lifecycleStatuses } from '../../domain/customer-lifecycle.ts';
import { actorTypes, historyEvents, historyOrigins } from '../../domain/history.ts';
import { jsonObject } from '../fields.ts';

const time = z.iso.datetime();
const id = z.uuid();

export const customerShape = {
  customer_id: id,
  external_customer_id: z.string(),
  customer_name: z.string(),
  customer_email: z.nullable(z.string()),
  customer_phone: z.nullable(z.string()),
  metadata: jsonObject,
  status: z.enum(customerStatuses),
  created_at: time,
  updated_at: time,
  deactivated_at: z.nullable(time),
  merged_into: z.nullable(id),
  instance_count: z.int(),
};
export const customerView = z.object(customerShape);

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
  created_at: time,
});

export const customerLifecycleView = z.object({
  status: z.enum(lifecycleStatuses),
  total: z.int(),
  completed: z.int(),
  failed: z.int(),
});

/** The envelope of a list. */
export const pageOf = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({
    items: z.array(item),
    total: z.int(),
    page: z.int(),
    page_size: z.int(),
    pages: z.int(),
  });
