import * as z from 'zod/mini';
import { uuid } from '../../api/fields.ts';
import type { CustomerStatus } from '../../domain/customer.ts';
import type { InstanceStatus } from '../../domain/states/instance-states.ts';
import { day, isoOf, type Milliseconds } from '../../kernel/time.ts';
import { closesAt } from '../../domain/usage/closing.ts';
import type { UtcDay } from '../../domain/usage/utc-day.ts';
import type { EndpointHealth } from '../../domain/webhook/endpoint-health.ts';
import { readSlots } from '../../store/instances/slots.ts';
import { readWabas } from '../../store/instances/waba-instances.ts';
import { isValid, readPublishableKeys, type Partner } from '../../store/partners/callers.ts';
import { listPartnerKeys, requirePartner } from '../../store/partners/partners.ts';
import { readOrderedPage } from '../../store/table/ordered-list.ts';
import { partnerRecords } from '../../store/table/partner-records.ts';
import type { Table } from '../../store/table/table.ts';
import { readLatestSyncs } from '../../store/templates/latest-syncs.ts';
import { readUsageHead, type UsageHead } from '../../store/usage/usage-head.ts';
import { countShard } from '../../store/webhooks/partner-shard.ts';
import { readMigration } from '../../store/webhooks/migrations.ts';
import { readWebhookTarget } from '../../store/webhooks/webhook-endpoints.ts';
import { command } from '../command.ts';
import { examineApp } from '../examine-app.ts';
import { limitsInForce } from '../limits-in-force.ts';
import { peekDeadLetters } from '../peek-dead-letters.ts';

/** Records and business accounts that are named one by one; the totals count them all. */
const named = 10;
const mostEvents = 1_000;
const mostWabas = 100;

/** The instances or customers that need an action: their number, and the newest of them. */
const troubled = async (
  table: Table,
  { partner_id: partnerId, sizes }: Partner,
  counted: 'C' | 'I',
  status: InstanceStatus | CustomerStatus,
) => {
  const records = partnerRecords(partnerId, sizes, counted, new Set([status]));
  const { total, items } = await readOrderedPage(table, records, { page: 1, pageSize: named });
  return { total, ids: items.map(({ sk }) => String(sk)) };
};

const shownHealth = (health: EndpointHealth) => {
  switch (health.state) {
    case 'healthy':
      return { state: health.state };
    case 'disabled':
      return { state: health.state, since: isoOf(health.at), reason: health.reason };
    case 'failing':
      return { state: health.state, since: isoOf(health.since), failures: health.failures };
    case 'paused':
      return {
        state: health.state,
        since: isoOf(health.since),
        failures: health.failures,
        probe_at: isoOf(health.probeAt),
      };
  }
};

const webhookOf = async (table: Table, partnerId: string) => {
  const { endpoint, outbox } = await readWebhookTarget(table, partnerId);
  const [parked, undelivered, migration] = await Promise.all([
    countShard(table, 'parked', partnerId, mostEvents),
    countShard(table, 'undelivered', partnerId, mostEvents),
    endpoint === null ? null : readMigration(table, partnerId, endpoint.migration_id),
  ]);
  return {
    endpoint: endpoint === null ? null : { health: shownHealth(outbox.health), pace: outbox.pace.state },
    events: { parked, undelivered },
    migration:
      migration === null
        ? null
        : {
            migration_id: migration.migration.id,
            status: migration.migration.status,
            total: migration.migration.total,
            failed: migration.migration.failed,
          },
  };
};

const syncsOf = async (table: Table, partnerId: string) => {
  const wabas = await readWabas(table, partnerId, mostWabas);
  return (await readLatestSyncs(table, partnerId, wabas)).map(({ sync, syncedAt }) => ({
    sync_id: sync.id,
    waba_id: sync.waba_id,
    status: sync.status,
    error_code: sync.error?.code ?? null,
    started_at: sync.started_at,
    synced_at: syncedAt,
  }));
};

const keysOf = async (table: Table, partnerId: string, now: Milliseconds) => {
  const [keys, publishable] = await Promise.all([listPartnerKeys(table, partnerId), readPublishableKeys(table)]);
  return {
    keys: keys.map(({ key_id, expires_at, revoked_at, last_used_day }) => ({
      key_id,
      expires_at,
      revoked_at,
      last_used_day,
    })),
    valid_publishable_keys: publishable.keys.filter((key) => isValid(key, now)).length,
  };
};

/** The first day that is not closed, when it could have been for a day. */
const lateDayOf = (partnerId: string, usage: UsageHead | null, now: Milliseconds): UtcDay | null =>
  usage !== null && closesAt(usage.nextDay, partnerId) < now - day ? usage.nextDay : null;

/** What the table has about a partner's problems. The command line adds the remedies. */
export const examinePartner = command({
  input: z.object({ partner_id: uuid }),
  run: async (deps, run, { partner_id: partnerId }) => {
    const { table } = deps;
    const partner = await requirePartner(table, partnerId);
    const { name, status, updated_at } = partner;
    const [webhook, keys, syncs, limits, slots, reconnect, failed, degraded, erasures, letters, usage, app] =
      await Promise.all([
        webhookOf(table, partnerId),
        keysOf(table, partnerId, run.now),
        syncsOf(table, partnerId),
        limitsInForce(table, deps.rateLimits, partner, run.now),
        readSlots(table, partnerId),
        troubled(table, partner, 'I', 'reconnect_required'),
        troubled(table, partner, 'I', 'deactivation_failed'),
        troubled(table, partner, 'I', 'degraded'),
        troubled(table, partner, 'C', 'erasure_failed'),
        peekDeadLetters(deps.deadLetters, ({ partnerId: of }) => of === partnerId),
        readUsageHead(table, partnerId),
        examineApp(deps),
      ]);
    return {
      at: isoOf(run.now),
      partner: { partner_id: partnerId, name, status, updated_at },
      ...webhook,
      ...keys,
      syncs,
      limits,
      slots,
      instances: { reconnect_required: reconnect, deactivation_failed: failed, degraded },
      failed_erasures: erasures,
      dead_letters: { count: letters.found.length, more: letters.more, oldest: letters.oldest },
      usage: { first_day: usage?.firstDay ?? null, late_day: lateDayOf(partnerId, usage, run.now) },
      app,
    };
  },
});
