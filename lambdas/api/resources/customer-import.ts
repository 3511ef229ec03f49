import * as z from 'zod/mini';
import { importStatuses } from '../../domain/customer-import.ts';

const time = z.iso.datetime();

export const customerImportView = z.object({
  id: z.uuid(),
  status: z.enum(importStatuses),
  total: z.int(),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  failed: z.int(),
  started_at: time,
  finished_at: z.nullable(time),
});
