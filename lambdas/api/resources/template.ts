import * as z from 'zod/mini';
import { syncStatuses, syncTriggers } from '../../domain/template-sync.ts';

const time = z.iso.datetime();
const text = z.nullable(z.string());

export const templateView = z.object({
  template_id: z.string(),
  platform_waba_id: z.string(),
  name: z.string(),
  language: z.string(),
  category: text,
  status: text,
  quality_score: text,
  rejected_reason: text,
  rejection_info: z.nullable(z.object({ reason: text, recommendation: text })),
  disable_date: z.nullable(time),
  other_info: z.nullable(z.object({ title: text, description: text })),
  category_change: z.nullable(z.object({ category: z.string(), at: time })),
  correct_category: text,
  parameter_format: text,
  sub_category: text,
  previous_category: text,
  message_send_ttl_seconds: z.nullable(z.int()),
  library_template_name: text,
  components: z.array(z.unknown()),
  last_synced_at: z.nullable(time),
});

export const syncView = z.object({
  id: z.uuid(),
  waba_id: z.string(),
  trigger: z.enum(syncTriggers),
  status: z.enum(syncStatuses),
  fetched: z.int(),
  created: z.int(),
  updated: z.int(),
  removed: z.int(),
  pages: z.int(),
  started_at: time,
  finished_at: z.nullable(time),
  next_allowed_at: time,
  error: z.nullable(z.object({ code: z.string(), message: z.string() })),
});

export const businessAccountView = z.object({
  platform_waba_id: z.string(),
  lines: z.int(),
  templates: z.int(),
  troubled: z.int(),
  last_sync: z.nullable(syncView),
});

export const templateNameView = z.object({
  name: z.string(),
  accounts: z.int(),
  troubled: z.int(),
  statuses: z.array(z.object({ status: text, accounts: z.int() })),
  variants: z.array(
    z.object({
      language: z.string(),
      category: text,
      status: text,
      rejected_reason: text,
      accounts: z.int(),
      platform_waba_ids: z.array(z.string()),
    }),
  ),
});
