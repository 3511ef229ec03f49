import * as z from 'zod/mini';
import { actorTypes } from '../../domain/history.ts';
import {
  instanceStatusOf,
  migrationInstanceStatuses,
  migrationStatuses,
  type Migration,
  type MigrationInstance,
} from '../../domain/webhook/migration.ts';
import { testEventTypes } from '../../domain/webhook/test-event.ts';
import { resendStatuses } from '../../domain/webhook/resend.ts';
import { maxUrlLength } from '../../domain/webhook/url-rules.ts';
import { checkNames } from '../../outbound/validate-endpoint.ts';
import type { WebhookTarget } from '../../store/webhooks/webhook-endpoints.ts';
import { optionalText, reason, text } from '../fields.ts';
import { partnerUrl } from '../partner-url.ts';

const time = z.iso.datetime();

export const endpointInput = z.object({
  webhook_url: partnerUrl(['format', 'max_length', 'https', 'no_user_info', 'no_fragment'], maxUrlLength),
  platform_verify_token: optionalText(text(1, 500)),
  reason,
});

export const checkView = z.object({ name: z.enum(checkNames), ok: z.boolean(), detail: z.nullable(z.string()) });

export const endpointView = z.object({
  id: z.uuid(),
  name: z.string(),
  url: z.string(),
  enabled: z.boolean(),
  is_primary: z.boolean(),
  platform_verify_token_configured: z.boolean(),
});

/** The endpoint without its token and secrets. */
export const shownEndpoint = ({
  endpoint,
  outbox,
}: Pick<WebhookTarget, 'endpoint' | 'outbox'>): z.input<typeof endpointView> | null =>
  endpoint === null
    ? null
    : {
        id: endpoint.id,
        name: endpoint.name,
        url: endpoint.url,
        enabled: outbox.health.state !== 'disabled',
        is_primary: endpoint.is_primary,
        platform_verify_token_configured: endpoint.sealed_verify_token !== '',
      };

export const testEventView = z.object({
  id: z.uuid(),
  type: z.enum(testEventTypes),
  status: z.literal('waiting'),
  created_at: time,
  body: z.string(),
});

export const resendView = z.object({
  id: z.uuid(),
  status: z.enum(resendStatuses),
  total: z.int(),
  done: z.int(),
  started_at: time,
  finished_at: z.nullable(time),
});

export const migrationView = z.object({
  id: z.uuid(),
  status: z.enum(migrationStatuses),
  total: z.int(),
  done: z.int(),
  failed: z.int(),
  items: z.array(
    z.object({
      instance_id: z.uuid(),
      status: z.enum(migrationInstanceStatuses),
      attempts: z.int(),
      error_code: z.nullable(z.string()),
    }),
  ),
  reason: z.nullable(z.string()),
  requested_by: z.object({ type: z.enum(actorTypes), id: z.string() }),
  started_at: time,
  finished_at: z.nullable(time),
});

export const shownMigration = (
  migration: Migration,
  instances: readonly MigrationInstance[],
): z.input<typeof migrationView> => {
  const { id, status, total, done, failed, reason, requested_by, started_at, finished_at } = migration;
  const items = instances.map((instance) => ({
    instance_id: instance.instance_id,
    status: instanceStatusOf(migration, instance),
    attempts: instance.attempts,
    error_code: instance.error_code,
  }));
  return { id, status, total, done, failed, items, reason, requested_by, started_at, finished_at };
};
