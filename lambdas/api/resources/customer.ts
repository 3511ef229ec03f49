import * as z from 'zod/mini';
import { customerStatuses } from '../../domain/customer.ts';
import { lifecycleStatuses } from '../../domain/customer-lifecycle.ts';
import { jsonObject } from '../fields.ts';

const time = z.iso.datetime();
const id = z.uuid();
const text = z.string();
const textOrNull = z.nullable(text);

export const customerShape = {
  customer_id: id,
  external_customer_id: text,
  customer_name: text,
  customer_email: textOrNull,
  customer_phone: textOrNull,
  metadata: jsonObject,
  status: z.enum(customerStatuses),
  created_at: time,
  updated_at: time,
  deactivated_at: z.nullable(time),
  merged_into: z.nullable(id),
  instance_count: z.int(),
};
export const customerView = z.object(customerShape);

export const customerLifecycleView = z.object({
  status: z.enum(lifecycleStatuses),
  total: z.int(),
  completed: z.int(),
  failed: z.int(),
});
