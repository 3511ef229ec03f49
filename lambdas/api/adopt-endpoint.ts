import { connectedStatuses } from '../domain/instance.ts';
import { defaultPageSize } from '../domain/paging.ts';
import { placesUntil } from '../domain/size.ts';
import type { Milliseconds } from '../kernel/time.ts';
import type { Clause } from '../store/table/commit.ts';
import { readOrderedPage } from '../store/table/ordered-list.ts';
import { partnerRecords } from '../store/table/partner-records.ts';
import { migrationInstanceClause, newMigrationInstance } from '../store/webhooks/migration-instances.ts';
import {
  migrationClause,
  newMigration,
  readMigration,
  supersededBy,
  type MigrationRecord,
} from '../store/webhooks/migrations.ts';
import { outboxClause, type OutboxRecord } from '../store/webhooks/outbox.ts';
import {
  readWebhookTarget,
  webhookEndpointClause,
  type WebhookEndpoint,
  type WebhookTarget,
} from '../store/webhooks/webhook-endpoints.ts';
import { callAuditClauses } from './call-audit.ts';
import type { Deps } from './deps.ts';
import type { Call } from './operation.ts';
import { shownMigration } from './resources/webhook.ts';

type AdoptingCall = Pick<Call<never>, 'partnerId' | 'caller' | 'cause'>;

/** The former migration, which this one supersedes unless it is completed. */
const openMigration = async (
  deps: Deps,
  partnerId: string,
  endpoint: WebhookEndpoint | null,
): Promise<MigrationRecord | null> => {
  if (endpoint === null) return null;
  const record = await readMigration(deps.table, partnerId, endpoint.migration_id);
  return record?.migration.status === 'completed' ? null : record;
};

/** The new migration begins after the lease of the former one. */
const beginsAfter = (former: MigrationRecord | null, now: Milliseconds): Milliseconds =>
  former?.lease == null ? now : Math.max(now, former.dueAt ?? now);

const connectedInstances = (deps: Deps, { partnerId, caller }: AdoptingCall) =>
  readOrderedPage(deps.table, partnerRecords(partnerId, caller.terms.sizes, 'I', connectedStatuses), {
    page: 1,
    pageSize: defaultPageSize,
  });

/** The next revision of an endpoint, with what it changes for events. */
interface NextEndpoint {
  readonly endpoint: WebhookEndpoint;
  readonly outbox: OutboxRecord;
}

export interface EndpointChange {
  readonly action: 'webhook endpoint update' | 'platform callbacks update';
  readonly reason: string | null;
  readonly next: (target: WebhookTarget, migrationId: string, now: Milliseconds) => Promise<NextEndpoint>;
}

export interface Adopted extends NextEndpoint {
  readonly migration: ReturnType<typeof shownMigration>;
  readonly clauses: readonly Clause[];
}

/** The clauses of the next revision of an endpoint, and of the migration of all connected instances' callbacks to where they belong then. */
export const adoptEndpoint = async (
  deps: Deps,
  call: AdoptingCall,
  { action, reason, next }: EndpointChange,
): Promise<Adopted> => {
  const { table } = deps;
  const { partnerId } = call;
  const now = deps.clock();
  const [target, instances] = await Promise.all([readWebhookTarget(table, partnerId), connectedInstances(deps, call)]);
  const former = await openMigration(deps, partnerId, target.endpoint);
  const isSpread = placesUntil(call.caller.terms.sizes, now).length > 1;
  const order = { partnerId, isSpread, reason, cause: call.cause };
  const record = newMigration(order, deps.newId(now), instances.total, now, beginsAfter(former, now));
  const { endpoint, outbox } = await next(target, record.migration.id, now);
  // The first instances can be read at once. The worker lists all of them again.
  const first = instances.items.map((item, index) => newMigrationInstance(index + 1, String(item['sk'])));
  const clauses = [
    webhookEndpointClause(table, partnerId, endpoint),
    migrationClause(table, record),
    ...(former === null ? [] : [migrationClause(table, supersededBy(former, now))]),
    outboxClause(table, outbox),
    ...callAuditClauses(deps, call, {
      action,
      subject: { endpoint_id: endpoint.id, migration_id: record.migration.id },
      reason,
    }),
    ...first.map((instance) => migrationInstanceClause(table, partnerId, record.migration.id, instance)),
  ];
  return { endpoint, outbox, migration: shownMigration(record.migration, first), clauses };
};
