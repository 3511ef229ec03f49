import { callbackType } from '../../lambdas/domain/event.ts';
import { unpackEntry } from '../../lambdas/store/customers/packed-entry.ts';
import { readCallbackContent } from '../../lambdas/store/webhooks/callback-content.ts';
import { customerRecordOf } from '../../lambdas/store/customers/customers.ts';
import { readMerges } from '../../lambdas/store/customers/merges.ts';
import { eachChunkPage, tailOf } from '../../lambdas/store/delivery/journal.ts';
import { readFolded } from '../../lambdas/store/delivery/folded-chunks.ts';
import { readVerdict } from '../../lambdas/store/delivery/known-verdict.ts';
import { messageName } from '../../lambdas/store/delivery/keys.ts';
import { readMessages } from '../../lambdas/store/delivery/message-statuses.ts';
import { nextParked, parkedScopeOf } from '../../lambdas/store/delivery/parked-reports.ts';
import { tableIndex } from '../../lambdas/store/delivery/table-index.ts';
import { erasureOf } from '../../lambdas/store/erasure/erasures.ts';
import { formRewriteOf } from '../../lambdas/store/forms/form-rewrites.ts';
import { readBatch } from '../../lambdas/store/imports/import-batches.ts';
import { batchIn } from '../../lambdas/store/imports/import-keys.ts';
import { importHeadOf, readImport } from '../../lambdas/store/imports/import-records.ts';
import { readResults } from '../../lambdas/store/imports/import-results.ts';
import { findSession, readSession } from '../../lambdas/store/instances/connect-sessions.ts';
import { readInstanceOfNumber } from '../../lambdas/store/instances/connected-numbers.ts';
import { instancesUnder } from '../../lambdas/store/instances/customer-instances.ts';
import { readPin } from '../../lambdas/store/instances/instance-pins.ts';
import { unpackRisk } from '../../lambdas/store/instances/instance-risk.ts';
import { instanceWatchOf } from '../../lambdas/store/instances/instance-watches.ts';
import { instanceRecordOf } from '../../lambdas/store/instances/instances.ts';
import { lifecycleJobOf } from '../../lambdas/store/instances/lifecycle-jobs.ts';
import { readPartnerNumber } from '../../lambdas/store/instances/partner-numbers.ts';
import { slotsOf } from '../../lambdas/store/instances/slots.ts';
import { instancesOfWaba, readWabas } from '../../lambdas/store/instances/waba-instances.ts';
import { readAtOf, readPreferences, readUntilOf } from '../../lambdas/store/notifications/member-inbox.ts';
import { memberMailOf } from '../../lambdas/store/notifications/notice-mails.ts';
import { storedNotificationOf } from '../../lambdas/store/notifications/notification-list.ts';
import { readAuditEntry } from '../../lambdas/store/partners/audit.ts';
import { teamAuditEntryOf } from '../../lambdas/store/partners/team-audit.ts';
import { partnerKeyOf, partnerOf, readPublishableKeys } from '../../lambdas/store/partners/callers.ts';
import { readConnectLogo, readConnectPage } from '../../lambdas/store/partners/connect-page.ts';
import { readMemberRecord } from '../../lambdas/store/partners/members.ts';
import { readArrivals } from '../../lambdas/store/partners/rate-buckets.ts';
import { readAccountFacts } from '../../lambdas/store/platform/account-facts.ts';
import { readPlatformHealth } from '../../lambdas/store/platform/platform-health.ts';
import { platformBudgets } from '../../lambdas/store/platform/platform-budgets.ts';
import { readBlocks } from '../../lambdas/store/search/search-blocks.ts';
import { readChanges } from '../../lambdas/store/search/search-changes.ts';
import { searchHeadOf } from '../../lambdas/store/search/search-head.ts';
import { readCounts } from '../../lambdas/store/table/span-counts.ts';
import { holdOf } from '../../lambdas/store/table/work.ts';
import { throwEarlier } from '../../lambdas/store/table/receipts.ts';
import { systemRetryPolicy } from '../../lambdas/runtime/clock.ts';
import type { Item, Table } from '../../lambdas/store/table/table.ts';
import { chunkOf, recordsOf } from '../../lambdas/store/templates/chunk.ts';
import { headOf } from '../../lambdas/store/templates/head.ts';
import { syncRecordOf } from '../../lambdas/store/templates/template-syncs.ts';
import { troubledWabas } from '../../lambdas/store/templates/troubled-accounts.ts';
import { countedCallsOf } from '../../lambdas/store/usage/call-counts.ts';
import { activeChangesOf } from '../../lambdas/store/usage/customer-changes.ts';
import { readOpenDay, readParts } from '../../lambdas/store/usage/day-counts.ts';
import { idsOfChunk } from '../../lambdas/store/usage/id-chunks.ts';
import { lineTransitionOf } from '../../lambdas/store/usage/line-transitions.ts';
import { readClosedDay, readCorrections } from '../../lambdas/store/usage/usage-days.ts';
import { usageHeadOf } from '../../lambdas/store/usage/usage-head.ts';
import { accountCountersOf } from '../../lambdas/store/templates/account-events.ts';
import { eventSubscriptionOf } from '../../lambdas/store/partners/event-subscription.ts';
import { eventAttempt } from '../../lambdas/store/webhooks/event-attempt.ts';
import { unpackRows } from '../../lambdas/store/webhooks/event-row-codec.ts';
import { takeConcurrencySlot } from '../../lambdas/store/webhooks/concurrency-slots.ts';
import { readMigrationInstances } from '../../lambdas/store/webhooks/migration-instances.ts';
import { readMigration } from '../../lambdas/store/webhooks/migrations.ts';
import { eventIn, type OutboxEvent } from '../../lambdas/store/webhooks/outbox-events.ts';
import { outboxRecordOf } from '../../lambdas/store/webhooks/outbox.ts';
import { readResendHead, resendRecordOf, resendRowOf } from '../../lambdas/store/webhooks/resends.ts';
import { testEventOf } from '../../lambdas/store/webhooks/test-events.ts';
import { readWebhookEndpoint } from '../../lambdas/store/webhooks/webhook-endpoints.ts';
import { webhookSecretsOf } from '../../lambdas/store/webhooks/webhook-secrets.ts';
import { sampleTime } from './samples.ts';

/** What the code reads of an item that is in the table. */
export type ReadItem = (item: Item, table: Table) => unknown;

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const textOfKey = ({ pk, sk }: Item): string => `${String(pk)} ${String(sk)}`;
const idsOf = (item: Item): readonly string[] => textOfKey(item).match(uuids) ?? [];
const id = (item: Item, index: number): string => idsOf(item)[index] ?? '';
const last = (value: unknown): string => String(value).split('#').at(-1) ?? '';
const text = (value: unknown): string => String(value);

/** Items whose presence tells everything, beside what the table itself reads: the time to live and the time when they are due. */
const presence: ReadItem = ({ sk }) => text(sk);

/** What is stored with the readers of a commit that no exported function has. Their attributes are held by the schema. */
const attributes: ReadItem = ({ pk: _pk, sk: _sk, ...rest }) => rest;

const receipt: ReadItem = (item) => {
  const claim = { key: 'key', fingerprint: text(item['fingerprint']), partnerId: '', now: 0, fence: null, began: 0 };
  try {
    throwEarlier(item, claim);
  } catch (error) {
    return error instanceof Error
      ? { ...Object.fromEntries(Object.entries(error)), name: error.name, message: error.message }
      : error;
  }
  return null;
};

const node: ReadItem = async (item, table) =>
  Array.from((await tableIndex(table).get(text(item['pk']), [text(item['sk'])], 'strong')).values());

const journalId = (item: Item) => ({ partnerId: id(item, 0), stripe: Number(last(item['pk'])) });

const usageDay: ReadItem = async (item, table) => {
  const [kind, day = ''] = text(item['sk']).split('#');
  if (kind === 'D') return readClosedDay(table, id(item, 0), day);
  return kind === 'O' ? readOpenDay(table, id(item, 0), day) : readCorrections(table, id(item, 0), day, day);
};

const kindOfSearch = (item: Item): 'C' | 'I' => (/#SI(?:#|$)/.test(text(item['pk'])) ? 'I' : 'C');

const statusesOf: ReadItem = async (item, table) => {
  const name = messageName({ pk: text(item['pk']), sk: text(item['sk']) });
  return Array.from((await readMessages(table, [name])).get(name) ?? []);
};

const chunksIn: ReadItem = async (item, table) => {
  const pages = [];
  for await (const page of eachChunkPage(table, journalId(item), 'strong')) pages.push(...page);
  return pages;
};

/** The statuses of the counted records, as the directories read them, beside what no directory reads. */
const countsOf: ReadItem = async (item, table) => {
  const [counted, place] = [text(item['pk']).split('#')[3], text(item['pk']).split('#')[4]];
  if (counted !== 'C' && counted !== 'I' && counted !== 'N' && counted !== 'A')
    throw new Error(`${counted} is not counted`);
  const level = text(item['sk']).startsWith('C#') ? 'C' : 'F';
  const sizes = place === undefined ? [] : [{ since: '2020-01-01T00:00:00.000Z', size: 'large' as const }];
  const statuses = Object.keys(item).filter((name) => name !== 'pk' && name !== 'sk');
  const read = (status: string) =>
    readCounts(table, { partnerId: id(item, 0), counted, sizes, wanted: new Set([status]) }, level, '');
  return Object.fromEntries(await Promise.all(statuses.map(async (one) => [one, await read(one)] as const)));
};

/** What a call gets of the budget in the slot of its newest grant, and the share that was then granted. */
const budgetOf: ReadItem = async (item, table) => {
  const percents: number[] = [];
  const budgets = platformBudgets(table, systemRetryPolicy, (_, percent) => percents.push(percent));
  const now = Number(item['ttl']) * 1_000 - 2 * 60 * 60_000;
  return { reserved: await budgets.reserve(last(item['pk']), now), percents };
};

/** Names the customer, as the event does. */
const callbackContentOf = (customer_id: string): OutboxEvent['content'] => ({
  id: '',
  type: callbackType,
  timestamp: '',
  partner_id: '',
  sequence: 0,
  subject: null,
  data: { customer_id },
});

/** The slot that a worker gets, of four. */
const slotOf: ReadItem = (item, table) =>
  takeConcurrencySlot(table, id(item, 0), 4, sampleTime, sampleTime + 1, () => 0);

export const itemReaders: Readonly<Record<string, ReadItem>> = {
  publishableKeys: (_, table) => readPublishableKeys(table),
  platformHealth: (_, table) => readPlatformHealth(table),
  partner: partnerOf,
  partnerLink: presence,
  partnerKey: partnerKeyOf,
  partnerKeyLink: attributes,
  member: (item, table) => readMemberRecord(table, id(item, 0)),
  memberLink: attributes,
  invitedAddress: attributes,
  formRewrite: formRewriteOf,
  auditEntry: (item, table) => readAuditEntry(table, text(item['at']), text(item['sk'])),
  teamAudit: teamAuditEntryOf,
  rateBucket: (item, table) => readArrivals(table, id(item, 0), 'reads', 1),
  receipt,
  customer: customerRecordOf,
  externalId: attributes,
  historyEntry: (item) => ({ entry: unpackEntry(item['entry']).entry, event: eventIn(item), hold: holdOf(item) }),
  callbackContent: (item, table) =>
    readCallbackContent(
      table,
      { partnerId: id(item, 0), id: text(item['sk']).slice(2), content: callbackContentOf(id(item, 1)) },
      Number(item['ttl']) * 1_000 - 1,
    ),
  customerReceipt: presence,
  spanCount: countsOf,
  instance: instanceRecordOf,
  instanceKey: attributes,
  customerInstance: async (item, table) =>
    (await instancesUnder(table, id(item, 0), id(item, 1))).map((one) => ({ ...one, facts: unpackRisk(one.risk) })),
  slots: slotsOf,
  merge: async (item, table) => Array.from(await readMerges(table, id(item, 0))),
  lifecycleJob: (item) => (last(item['sk']) === 'ERASE' ? erasureOf(item) : lifecycleJobOf(item)),
  connectSession: (item, table) => readSession(table, id(item, 0), id(item, 1), id(item, 2)),
  instancePin: (item, table) => readPin(table, id(item, 0), id(item, 1)),
  connectToken: async (item, table) => [await findSession(table, last(item['pk'])), attributes(item, table)],
  connectedNumber: (item, table) => readInstanceOfNumber(table, last(item['pk'])),
  partnerNumber: (item, table) => readPartnerNumber(table, id(item, 0), last(item['pk']), () => Promise.resolve(item)),
  wabaInstance: (item, table) => instancesOfWaba(table, last(item['pk'])),
  awaitedName: attributes,
  partnerWaba: (item, table) => readWabas(table, id(item, 0), 1),
  accountFacts: (item, table) => readAccountFacts(table, last(item['pk'])),
  platformBudget: budgetOf,
  connectPage: (item, table) => readConnectPage(table, id(item, 0)),
  connectLogo: (item, table) => readConnectLogo(table, id(item, 0)),
  webhookEndpoint: (item, table) => readWebhookEndpoint(table, id(item, 0)),
  webhookSecrets: webhookSecretsOf,
  eventSubscription: (item) => Array.from(eventSubscriptionOf(item).types),
  accountEvents: accountCountersOf,
  outbox: (item) => outboxRecordOf(id(item, 0), item),
  concurrencySlots: slotOf,
  eventAttempt: (item) => eventAttempt.parse(item),
  eventChunk: ({ body }) => (body instanceof Uint8Array ? unpackRows(body) : null),
  testEvent: testEventOf,
  resendHead: (item, table) => readResendHead(table, id(item, 0)),
  resend: resendRecordOf,
  resendRow: (item, table) => [resendRowOf(text(item['sk'])), attributes(item, table)],
  templateHead: headOf,
  templateChunk: (item) => recordsOf(chunkOf(0, item)),
  troubledTemplates: (item, table) => troubledWabas(table, id(item, 0)),
  templateSync: syncRecordOf,
  instanceWatch: instanceWatchOf,
  platformChange: presence,
  notification: (item) => storedNotificationOf(item, null),
  adminNotification: (item) => storedNotificationOf(item, null),
  memberInbox: readUntilOf,
  memberPreferences: (item, table) =>
    readPreferences(table, { partnerId: id(item, 0), memberId: id(item, 1), isAdmin: false }),
  noticeMail: memberMailOf,
  notificationRead: readAtOf,
  notifiedFact: presence,
  usageHead: usageHeadOf,
  usageDay,
  usageCustomers: (item) => activeChangesOf([item]),
  usageTransition: lineTransitionOf,
  usageCalls: countedCallsOf,
  usageReports: idsOfChunk,
  usageLateEvents: idsOfChunk,
  usageCounted: async (item, table) =>
    Array.from(await readParts(table, id(item, 0), text(item['pk']).slice(-10), 'close')),
  migration: (item, table) => readMigration(table, id(item, 0), id(item, 1)),
  migrationInstance: (item, table) => readMigrationInstances(table, id(item, 0), id(item, 1), 1, 9_999),
  message: statusesOf,
  verdict: (item, table) => readVerdict(table, id(item, 0), id(item, 1)),
  parkedHead: parkedScopeOf,
  parkedReports: (item, table) =>
    nextParked(table, id(item, 0), { kind: 'instance', partnerId: id(item, 0), instanceId: id(item, 1) }, ''),
  journalTail: tailOf,
  journalChunk: chunksIn,
  journalFolded: (item, table) => readFolded(table, journalId(item)),
  indexOctave: node,
  indexDay: node,
  indexInstances: node,
  indexList: node,
  indexOlderList: node,
  indexSegment: node,
  indexEchoList: node,
  indexOlderEchoList: node,
  indexEchoSegment: node,
  importHead: importHeadOf,
  importBatch: (item, table) => readBatch(table, id(item, 0), batchIn(text(item['sk']))),
  importEnd: presence,
  importImport: (item, table) => readImport(table, id(item, 0), id(item, 1)),
  importResult: (item, table) => readResults(table, id(item, 0), id(item, 1)),
  searchHead: searchHeadOf,
  searchChange: (item, table) => readChanges(table, id(item, 0), kindOfSearch(item), [], 0, 10),
  searchBlock: async (item, table) =>
    Array.from(await readBlocks(table, id(item, 0), kindOfSearch(item), [id(item, 1)], 'strong')),
};
