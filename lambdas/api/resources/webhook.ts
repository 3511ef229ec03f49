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
import { attemptErrorOf } from '../../domain/webhook/attempt-error.ts';
import { failingSince } from '../../domain/webhook/endpoint-health.ts';
import { nextProbeAt, shownHealth, shownHealths } from '../../domain/webhook/shown-health.ts';
import { eventStatuses } from '../../domain/webhook/event-status.ts';
import { isoOf, type Milliseconds } from '../../kernel/time.ts';
import { checkNames } from '../../outbound/validate-endpoint.ts';
import type { EventCounts } from '../../store/webhooks/event-counts.ts';
import type { WebhookTarget } from '../../store/webhooks/webhook-endpoints.ts';
import type { TestEvent } from '../../store/webhooks/test-events.ts';
import { optionalText, reason, text } from '../fields.ts';
import { partnerUrl } from '../partner-url.ts';
import { attemptView, shownAttempt } from './event.ts';

const time = z.iso.datetime();

const endpointInputOf = (mayBeOfThisMachine: boolean) =>
  z.object({
    webhook_url: partnerUrl(
      ['format', 'max_length', 'https', 'no_user_info', 'no_fragment'],
      maxUrlLength,
      mayBeOfThisMachine,
    ),
    platform_verify_token: optionalText(text(1, 500)),
    reason,
  });

/** In the stage `local` an endpoint may be at http:// on this machine. */
export const endpointInputs = { input: endpointInputOf(false), localInput: endpointInputOf(true) };

const described = <Schema extends z.ZodMiniType>(schema: Schema, description: string): Schema =>
  schema.check(z.meta({ description }));

export const checkView = z.object({
  name: z.enum(checkNames),
  ok: z.boolean(),
  detail: z.nullable(z.string()),
  status: described(z.nullable(z.int()), 'The status of the answer; null when there was none, or nothing was asked.'),
  duration_ms: described(z.nullable(z.int()), 'How long the exchange took; null when nothing was asked.'),
  error_code: described(z.nullable(z.string()), 'Why there was no answer, such as `timeout`; null otherwise.'),
});

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

const timeOf = (at: Milliseconds | null): string | null => (at === null ? null : isoOf(at));

const lastErrorOf = ({ lastError }: WebhookTarget['outbox']): z.input<typeof endpointStateView>['last_error'] => {
  const error = lastError === null ? null : attemptErrorOf(lastError);
  if (lastError === null || error === null) return null;
  return { ...error, status: lastError.status, at: isoOf(lastError.at) };
};

/** The endpoint with its health, and with what waits for it. */
export const endpointStateView = z.extend(endpointView, {
  health: described(
    z.enum(shownHealths),
    '`slow`: it answers later than within a second. `failing`: the last attempt failed. `paused`: it keeps failing; its ' +
      'events wait, and a probe tests it from time to time. `disabled`: until it is updated.',
  ),
  failing_since: described(
    z.nullable(time),
    'Since when no attempt has been answered with 2xx: the end of the first one that failed. Null while it works.',
  ),
  next_probe_at: described(z.nullable(time), 'When a paused endpoint gets its next probe; else null.'),
  last_error: described(
    z.nullable(z.object({ code: z.string(), message: z.string(), status: z.nullable(z.int()), at: time })),
    'Of the last exchange with this endpoint that failed. It stays after a recovery.',
  ),
  last_outage_at: described(
    z.nullable(time),
    'When the latest outage began that paused or disabled the endpoint. It stays after the outage.',
  ),
  waiting: described(
    z.int(),
    'The events that wait for their delivery, as in the list with `status` `waiting`, up to 15 seconds late.',
  ),
  undelivered: described(
    z.int(),
    'The events that ended without a delivery, as in the list with `status` `undelivered`.',
  ),
  counted_since: described(
    z.nullable(time),
    'With very many events, both counts have only those created since then. Null: they have all of the last 30 days.',
  ),
});

export const shownEndpointState = (
  target: Pick<WebhookTarget, 'endpoint' | 'outbox'>,
  { waiting, undelivered, since }: EventCounts,
): z.input<typeof endpointStateView> | null => {
  const endpoint = shownEndpoint(target);
  if (endpoint === null) return null;
  const { outbox } = target;
  return {
    ...endpoint,
    health: shownHealth(outbox),
    failing_since: timeOf(failingSince(outbox.health)),
    next_probe_at: timeOf(nextProbeAt(outbox.health)),
    last_error: lastErrorOf(outbox),
    last_outage_at: timeOf(outbox.outageSince),
    waiting,
    undelivered,
    counted_since: timeOf(since),
  };
};

export const testEventView = z.object({
  id: z.uuid(),
  type: z.enum(testEventTypes),
  status: z.literal('waiting'),
  created_at: time,
  body: z.string(),
});

export const testEventStateView = z.object({
  id: z.uuid(),
  type: z.enum(testEventTypes),
  status: described(z.enum(eventStatuses), '`undelivered`: given up, or there was no endpoint that could take it.'),
  attempts: described(z.int(), 'The length of `attempt_log`.'),
  next_attempt_at: described(z.nullable(time), 'When the next attempt is due; null when the test event has ended.'),
  created_at: time,
  delivered_at: z.nullable(time),
  body: z.string(),
  attempt_log: z.array(attemptView),
});

const storedBody = z.object({ type: z.enum(testEventTypes) });

/** @param withAnswer whether the caller may see what the endpoint answered */
export const shownTestEvent = (event: TestEvent, withAnswer: boolean): z.input<typeof testEventStateView> => {
  const last = event.end === 'delivered' ? event.log.at(-1) : undefined;
  return {
    id: event.id,
    type: storedBody.parse(JSON.parse(event.body)).type,
    status: event.end ?? 'waiting',
    attempts: event.log.length,
    next_attempt_at: event.nextAt,
    created_at: event.createdAt,
    delivered_at: last === undefined ? null : isoOf(Date.parse(last.at) + last.milliseconds),
    body: event.body,
    attempt_log: event.log.map((attempt) => shownAttempt(attempt, withAnswer)),
  };
};

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
