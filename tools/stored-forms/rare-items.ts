import { packNewerList, packOlderList } from '@swift-worker/time-index/list-codec.ts';
import { nodeTtl } from '@swift-worker/time-index/node-ttl.ts';
import { repackedSegment } from '@swift-worker/time-index/segment.ts';
import { sortKeys } from '@swift-worker/time-index/sort-keys.ts';
import { emptyTally } from '@swift-worker/time-index/tally.ts';
import { startOfHour } from '@swift-worker/time-index/time-grid.ts';
import type { FormRewrite } from '../../lambdas/domain/form-rewrite.ts';
import type { PartnerKey } from '../../lambdas/domain/partner-key.ts';
import { day as oneDay, isoOf } from '../../lambdas/kernel/time.ts';
import { notificationReadClause } from '../../lambdas/store/notifications/member-inbox.ts';
import { addToMail, choiceClause } from '../../lambdas/store/notifications/notice-mails.ts';
import { newPartnerKeyClauses } from '../../lambdas/store/partners/partners.ts';
import { verdictClause } from '../../lambdas/store/delivery/known-verdict.ts';
import { scopePartition } from '../../lambdas/store/delivery/keys.ts';
import { tableIndex } from '../../lambdas/store/delivery/table-index.ts';
import { beginRewriteClause } from '../../lambdas/store/forms/form-rewrites.ts';
import { batchWrite } from '../../lambdas/store/table/batch-write.ts';
import { commit } from '../../lambdas/store/table/commit.ts';
import type { Table } from '../../lambdas/store/table/table.ts';
import { keepOpenDay } from '../../lambdas/store/usage/day-counts.ts';
import { idChunkPuts } from '../../lambdas/store/usage/id-chunks.ts';
import { correctDay } from '../../lambdas/store/usage/usage-days.ts';
import { takeConcurrencySlot } from '../../lambdas/store/webhooks/concurrency-slots.ts';
import { placedEvents, sampleId, sampleTime } from './samples.ts';

const partner = sampleId(1);
const instance = sampleId(2);
const day = '2026-09-21';
const hour = 497_222;

const usage = {
  slots_peak: 1,
  slot_days: 2,
  lines_connected: 3,
  customers_active: 4,
  events_delivered: 5,
  reports: 6,
  calls: 7,
};
const facts = {
  lines: { mostTaken: 1, newlyTaken: 2, newlyConnected: 3, slots: 4, lines: 5 },
  customers: 6,
  delivered: 7,
  reports: 8,
  calls: 9,
};

/** In the middle of a partner. */
const rewriting: FormRewrite = {
  form: 'history-entry',
  version: 2,
  state: 'running',
  unitsPerSecond: 50,
  partners: 3,
  partnersDone: 1,
  partnerId: partner,
  cursor: `31/${sampleId(4)}/42`,
  read: 5_000,
  rewritten: 4_000,
  nextAt: sampleTime,
  requestId: sampleId(5),
  startedAt: isoOf(sampleTime),
  endedAt: null,
};

/** Its end is notified. */
const endingKey: PartnerKey = {
  key_id: 'k7Qm2xV9pL3a',
  partner_id: partner,
  secret_hash: 'hash',
  scopes: ['customers.read'],
  created_at: isoOf(sampleTime),
  expires_at: isoOf(sampleTime + 30 * oneDay),
  revoked_at: null,
  last_used_day: null,
  label: 'billing',
  issued_by: sampleId(6),
};

/**
 * Writes items that no play writes: those of very large partners, of slow endpoints, of late corrections, of long work, of keys that end, of
 * what only admins read, and of mails that wait.
 */
export const writeRareItems = async (table: Table): Promise<void> => {
  await takeConcurrencySlot(table, partner, 4, sampleTime, sampleTime + 30_000, () => 0);
  await batchWrite(table, idChunkPuts(partner, day, 'E', [sampleId(3)]));
  await commit(table, [beginRewriteClause(table, rewriting, null, sampleTime)]);
  await commit(table, [verdictClause(table, partner, instance, null, { verdict: 'degraded', at: sampleTime })]);
  await keepOpenDay(table, partner, day, facts, sampleTime);
  await correctDay(table, partner, day, usage);
  // Its entry in the list alone: other plays write keys.
  await commit(table, newPartnerKeyClauses(table, endingKey, sampleTime).slice(1));
  const admin = { partnerId: partner, memberId: sampleId(6), isAdmin: true };
  const addressed = { category: 'system', audience: 'admins' } as const;
  await commit(table, [notificationReadClause(table, admin, sampleId(7), addressed, isoOf(sampleTime))]);
  const quiet = { start: '22:00', end: '07:00', time_zone: 'America/Sao_Paulo' };
  await commit(table, [choiceClause(table, admin, { email: 'critical', quiet }, null, sampleTime)]);
  await addToMail(table, admin, { for: 'admins', id: sampleId(7) }, sampleTime);
  const index = tableIndex(table);
  const partition = scopePartition({ kind: 'partner', partnerId: partner });
  const [start, ttl] = [{ at: startOfHour(hour), id: '' }, nodeTtl.hour(hour)];
  const echoes = { newestId: sampleId(9), last: start, olderVersion: 1, blocks: [], states: emptyTally };
  await index.putSegments(partition, [
    { sk: sortKeys.echoSegment(start, '0123456789'), body: repackedSegment(Object.values(placedEvents)), ttl },
  ]);
  await index.commit(partition, [
    { sk: sortKeys.olderList(hour), version: 0, body: packOlderList(hour, []), ttl },
    { sk: sortKeys.echoList(hour), version: 0, body: packNewerList(hour, echoes), ttl },
    { sk: sortKeys.olderEchoList(hour), version: 0, body: packOlderList(hour, []), ttl },
  ]);
};
