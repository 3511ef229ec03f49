import { z } from 'zod';
import { appFacts } from '../platform-app/facts.ts';

const time = z.string().nullable();
const troubled = z.object({ total: z.number(), ids: z.array(z.string()) });
const shard = z.object({ count: z.number(), more: z.boolean(), oldest: time });
const health = z.discriminatedUnion('state', [
  z.object({ state: z.literal('healthy') }),
  z.object({ state: z.literal('failing'), since: z.string(), failures: z.number() }),
  z.object({ state: z.literal('paused'), since: z.string(), failures: z.number(), probe_at: z.string() }),
  z.object({ state: z.literal('disabled'), since: z.string(), reason: z.enum(['failing', 'gone']) }),
]);
export const limit = z.object({
  rate_class: z.string(),
  rate: z.number(),
  burst: z.number(),
  set_by: z.enum(['stage', 'operator']),
  free: z.number(),
  free_at: time,
});
export const slots = z.object({ limit: z.number().nullable(), taken: z.number() });

/** The operator function's facts about a partner. */
export const facts = z.object({
  at: z.string(),
  partner: z.object({ partner_id: z.string(), name: z.string(), status: z.string(), updated_at: z.string() }),
  keys: z.array(z.object({ key_id: z.string(), expires_at: time, revoked_at: time, last_used_day: time })),
  valid_publishable_keys: z.number(),
  endpoint: z.object({ health, pace: z.enum(['fast', 'slow']) }).nullable(),
  events: z.object({ parked: shard, undelivered: shard }),
  migration: z
    .object({ migration_id: z.string(), status: z.string(), total: z.number(), failed: z.number() })
    .nullable(),
  syncs: z.array(
    z.object({
      sync_id: z.string(),
      waba_id: z.string(),
      status: z.string(),
      error_code: time,
      started_at: z.string(),
      synced_at: time,
    }),
  ),
  limits: z.array(limit),
  slots,
  instances: z.object({ reconnect_required: troubled, deactivation_failed: troubled, degraded: troubled }),
  failed_erasures: troubled,
  dead_letters: z.object({ count: z.number(), more: z.boolean(), oldest: time }),
  /** The first recorded day; null before usage has begun. The first day that is not closed, when that is late. */
  usage: z.object({ first_day: z.string().nullable(), late_day: z.string().nullable().default(null) }),
  app: appFacts,
});
export type Facts = z.infer<typeof facts>;
