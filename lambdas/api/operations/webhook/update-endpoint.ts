import * as z from 'zod/mini';
import { ServiceError } from '../../../kernel/errors.ts';
import { connectedStatuses } from '../../../domain/instance.ts';
import { placesUntil } from '../../../domain/size.ts';
import { defaultPageSize } from '../../../domain/paging.ts';
import { laterThan, isoOf, type Milliseconds } from '../../../kernel/time.ts';
import { isValid } from '../../../outbound/validate-endpoint.ts';
import { persist, type Clause } from '../../../store/table/commit.ts';
import { partnerRecords } from '../../../store/table/partner-records.ts';
import { migrationInstanceClause, newMigrationInstance } from '../../../store/webhooks/migration-instances.ts';
import {
  migrationClause,
  newMigration,
  readMigration,
  supersededBy,
  type MigrationRecord,
} from '../../../store/webhooks/migrations.ts';
import { readOrderedPage } from '../../../store/table/ordered-list.ts';
import { outboxFor } from '../../../store/webhooks/endpoint-outbox.ts';
import { outboxClause } from '../../../store/webhooks/outbox.ts';
import {
  readWebhookTarget,
  verifyTokenContext,
  webhookEndpointClause,
  type WebhookEndpoint,
} from '../../../store/webhooks/webhook-endpoints.ts';
import type { Deps } from '../../deps.ts';
import { callAuditClauses } from '../../call-audit.ts';
import { operation, type Answer, type Call } from '../../operation.ts';
import { endpointInputs, endpointView, migrationView, shownEndpoint, shownMigration } from '../../resources/webhook.ts';
import { settle } from '../../settle.ts';
import { tryCandidate } from '../../webhook-candidate.ts';

const output = z.object({ endpoint: endpointView, migration: migrationView });
type UpdateCall = Call<z.input<typeof output>>;

interface Wanted {
  readonly url: string;
  readonly verifyToken: string;
  readonly reason: string | null;
}

const nextEndpoint = async (
  deps: Deps,
  partnerId: string,
  previous: WebhookEndpoint | null,
  { url, verifyToken }: Wanted,
  migrationId: string,
): Promise<WebhookEndpoint> => {
  const now = deps.clock();
  const id = previous?.id ?? deps.newId(now);
  return {
    id,
    name: previous?.name ?? 'Webhook endpoint',
    url,
    is_primary: true,
    sealed_verify_token: await deps.vault.seal(verifyToken, verifyTokenContext(partnerId, id)),
    migration_id: migrationId,
    revision: (previous?.revision ?? 0) + 1,
    updated_at: previous === null ? isoOf(now) : laterThan(previous.updated_at, now),
  };
};

/** The running migration, which this one supersedes. */
const runningMigration = async (
  deps: Deps,
  partnerId: string,
  endpoint: WebhookEndpoint | null,
): Promise<MigrationRecord | null> => {
  if (endpoint === null) return null;
  const record = await readMigration(deps.table, partnerId, endpoint.migration_id);
  return record?.migration.status === 'running' ? record : null;
};

/** The new migration begins after the lease of the running one. */
const beginsAfter = (running: MigrationRecord | null, now: Milliseconds): Milliseconds =>
  running?.lease == null ? now : Math.max(now, running.dueAt ?? now);

const connectedInstances = (deps: Deps, { partnerId, caller }: UpdateCall) =>
  readOrderedPage(deps.table, partnerRecords(partnerId, caller.terms.sizes, 'I', connectedStatuses), {
    page: 1,
    pageSize: defaultPageSize,
  });

const adopt = async (deps: Deps, call: UpdateCall, wanted: Wanted): Promise<Answer> => {
  const { table } = deps;
  const { partnerId } = call;
  const now = deps.clock();
  const [target, instances] = await Promise.all([readWebhookTarget(table, partnerId), connectedInstances(deps, call)]);
  const running = await runningMigration(deps, partnerId, target.endpoint);
  const isSpread = placesUntil(call.caller.terms.sizes, now).length > 1;
  const order = { partnerId, isSpread, reason: wanted.reason, cause: call.cause };
  const record = newMigration(order, deps.newId(now), instances.total, now, beginsAfter(running, now));
  const endpoint = await nextEndpoint(deps, partnerId, target.endpoint, wanted, record.migration.id);
  const outbox = outboxFor(endpoint, target.outbox, now);
  const shown = shownEndpoint({ endpoint, outbox });
  if (shown === null) throw new Error('the endpoint does not exist');
  // The first instances can be read at once. The worker lists all of them again.
  const first = instances.items.map((item, index) => newMigrationInstance(index + 1, String(item['sk'])));
  const clauses: readonly Clause[] = [
    webhookEndpointClause(table, partnerId, endpoint),
    migrationClause(table, record),
    ...(running === null ? [] : [migrationClause(table, supersededBy(running, now))]),
    outboxClause(table, outbox),
    ...callAuditClauses(deps, call, {
      action: 'webhook endpoint update',
      subject: { endpoint_id: endpoint.id, migration_id: record.migration.id },
      reason: wanted.reason,
    }),
    ...first.map((instance) => migrationInstanceClause(table, partnerId, record.migration.id, instance)),
  ];
  const answer = call.answer(202, { endpoint: shown, migration: shownMigration(record.migration, first) });
  return settle(deps, call, answer, [], clauses);
};

/** Validates and stores a new webhook endpoint, and starts the migration of the callbacks of all connected instances to it. */
export const updateWebhookEndpoint = operation({
  ...endpointInputs,
  output,
  statuses: [202],
  actsOutside: true,
  selectors: ['reason'],
  errors: ['webhook_validation_failed'],
  run: async (deps, call, given) => {
    const url = given.webhook_url;
    const { checks, verifyToken } = await tryCandidate(deps, call, url, given.platform_verify_token ?? null);
    if (!isValid(checks)) {
      const failed = checks.find(({ ok }) => !ok);
      throw new ServiceError(
        'webhook_validation_failed',
        `webhook_url is not a valid endpoint: ${failed?.name ?? ''}: ${failed?.detail ?? ''}`,
        { details: { checks } },
      );
    }
    await call.requireStanding();
    return persist(deps.retryPolicy, () => adopt(deps, call, { url, verifyToken, reason: given.reason ?? null }));
  },
});
