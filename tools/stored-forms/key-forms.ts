import { sortKeys } from '@swift-worker/time-index/sort-keys.ts';
import { keys, type Key } from '../../lambdas/store/table/keys.ts';
import { importKeys } from '../../lambdas/store/imports/import-keys.ts';
import { journalKeys, messageKey, parkedKeys, verdictKey } from '../../lambdas/store/delivery/keys.ts';
import { searchKeys } from '../../lambdas/store/search/search-keys.ts';
import { sampleId } from './samples.ts';
import { storedForm, textOf, type StoredForm } from './stored-form.ts';

/** Every function of keys, with a key that it makes. A new function has no place here until it gets a fixture. */

type Samples<K> = Readonly<Record<keyof K, Key>>;

const partner = sampleId(1);
const customer = sampleId(2);
const instance = sampleId(3);
const other = sampleId(4);
const spread = '01930000-0000-7000-a000-0000000000ff';
const waba = '102290129340398';
const number = '106540352242922';
const hash = 'fFyZ7b4mRq0xJ1sT5uVw8y-ABCDEFGHIJKLMNOPQRS_';

const tableKeys: Samples<typeof keys> = {
  publishableKeys: keys.publishableKeys(),
  partner: keys.partner(partner),
  partnerLink: keys.partnerLink(partner),
  partnerKey: keys.partnerKey(other),
  partnerKeyLink: keys.partnerKeyLink(partner, other),
  member: keys.member(other),
  memberLink: keys.memberLink(partner, other),
  invitedAddress: keys.invitedAddress('Zoë@Partner.example'),
  formRewrite: keys.formRewrite('history-entry'),
  auditEntry: keys.auditEntry('2026-09-21T14:13:20.000Z', other),
  teamAudit: keys.teamAudit(partner, other),
  rateBucket: keys.rateBucket(partner, 'commands', 0),
  receipt: keys.receipt(partner, hash),
  customer: keys.customer(partner, customer),
  externalId: keys.externalId(partner, 'Zoë # 1'),
  historyEntry: keys.historyEntry(partner, customer, 42),
  callbackContent: keys.callbackContent(partner, customer, other),
  customerReceipt: keys.customerReceipt(partner, customer, hash),
  spanCount: keys.spanCount(partner, 'C', null, 'C', '0193', 'l7'),
  platformHealth: keys.platformHealth(),
  instance: keys.instance(partner, instance),
  instanceKey: keys.instanceKey(partner, 'Zoë # 1'),
  customerInstance: keys.customerInstance(partner, customer, instance),
  slots: keys.slots(partner),
  merge: keys.merge(partner, customer),
  lifecycleJob: keys.lifecycleJob(partner, customer, 'MERGE'),
  connectSession: keys.connectSession(partner, instance, other),
  instancePin: keys.instancePin(partner, instance),
  connectToken: keys.connectToken(hash),
  connectedNumber: keys.connectedNumber(number),
  partnerNumber: keys.partnerNumber(partner, number),
  wabaInstance: keys.wabaInstance(waba, partner, instance),
  awaitedName: keys.awaitedName(waba, partner, instance, other),
  partnerWaba: keys.partnerWaba(partner, waba),
  accountFacts: keys.accountFacts(waba),
  platformBudget: keys.platformBudget(waba),
  connectPage: keys.connectPage(partner),
  connectLogo: keys.connectLogo(partner),
  webhookEndpoint: keys.webhookEndpoint(partner),
  webhookSecrets: keys.webhookSecrets(partner),
  eventSubscription: keys.eventSubscription(partner),
  accountEvents: keys.accountEvents(partner, other),
  outbox: keys.outbox(partner),
  concurrencySlots: keys.concurrencySlots(partner),
  eventAttempt: keys.eventAttempt(partner, customer, 42, '2026-09-21T14:13:20.000Z'),
  eventChunk: keys.eventChunk(partner, '2026-09-21T14', 'abcdefghijkl'),
  testEvent: keys.testEvent(partner, other),
  resendHead: keys.resendHead(partner),
  resend: keys.resend(partner, other),
  resendRow: keys.resendRow(partner, other, customer, 42),
  templateHead: keys.templateHead(partner, waba),
  templateChunk: keys.templateChunk(partner, waba, '3f'),
  troubledTemplates: keys.troubledTemplates(partner, waba, '3f'),
  templateSync: keys.templateSync(partner, other),
  instanceWatch: keys.instanceWatch(partner, waba),
  platformChange: keys.platformChange(hash),
  notification: keys.notification(partner, other),
  adminNotification: keys.adminNotification(partner, other),
  memberInbox: keys.memberInbox(partner, other),
  memberPreferences: keys.memberPreferences(partner, other),
  noticeMail: keys.noticeMail(partner, other),
  notificationRead: keys.notificationRead(partner, other, sampleId(5)),
  notifiedFact: keys.notifiedFact(partner, 'a fact'),
  usageFact: keys.usageFact(partner, '2026-09-21', null, 'N#abc'),
  usageHead: keys.usageHead(partner),
  usageDay: keys.usageDay(partner, 'D', '2026-09-21'),
  migration: keys.migration(partner, other),
  migrationInstance: keys.migrationInstance(partner, other, 42),
};

const ofInstance = { kind: 'instance', partnerId: partner, instanceId: instance } as const;
const ofCustomer = { kind: 'customer', partnerId: partner, customerId: customer } as const;

const deliveryKeys: Samples<typeof parkedKeys> & Samples<typeof journalKeys> = {
  head: parkedKeys.head(partner, ofInstance),
  reports: parkedKeys.reports(partner, ofCustomer, other),
  tail: journalKeys.tail(partner, 3),
  chunk: journalKeys.chunk(partner, 3, 'abcdefghijklmnopqrstuv'),
  folded: journalKeys.folded(partner, 3, other),
};

const index = (sk: string): Key => ({ pk: '', sk });
const start = { at: 1_790_000_000_000, id: other };

const indexKeys: Samples<typeof sortKeys> = {
  octave: index(sortKeys.octave(2_589)),
  day: index(sortKeys.day(20_717)),
  instances: index(sortKeys.instances(497_222)),
  list: index(sortKeys.list(497_222)),
  olderList: index(sortKeys.olderList(497_222)),
  segment: index(sortKeys.segment(start, '0123456789')),
  echoList: index(sortKeys.echoList(497_222)),
  olderEchoList: index(sortKeys.olderEchoList(497_222)),
  echoSegment: index(sortKeys.echoSegment(start, '0123456789')),
};

const indexOfImports: Samples<typeof importKeys> = {
  head: importKeys.head(partner),
  batch: importKeys.batch(partner, other, 42),
  end: importKeys.end(partner, other),
  import: importKeys.import(partner, other),
  result: importKeys.result(partner, other, 'rejected'),
};

const indexOfSearch: Samples<typeof searchKeys> = {
  head: searchKeys.head(partner, 'C'),
  change: searchKeys.change(partner, 'I', instance),
  block: searchKeys.block(partner, 'C', other),
};

/** Other keys of the same functions, where what they are given changes their form. */
const variants: Readonly<Record<string, Key>> = {
  'rateBucket of a part': keys.rateBucket(partner, 'commands', 2),
  'customer, spread': keys.customer(partner, spread),
  'instance, spread': keys.instance(partner, spread),
  'spanCount, spread': keys.spanCount(partner, 'I', 5, 'F', '0193000', '12'),
  'usageFact, spread': keys.usageFact(partner, '2026-09-21', 5, 'I#abc'),
  'lifecycleJob DEACTIVATE': keys.lifecycleJob(partner, customer, 'DEACTIVATE'),
  'lifecycleJob ERASE': keys.lifecycleJob(partner, customer, 'ERASE'),
  'usageDay O': keys.usageDay(partner, 'O', '2026-09-21'),
  'usageDay X': keys.usageDay(partner, 'X', '2026-09-21'),
  'search head of instances': searchKeys.head(partner, 'I'),
  'search change, spread': searchKeys.change(partner, 'C', spread),
  'parked of the journal': parkedKeys.head(partner, null),
  'parked of the partner': parkedKeys.head(partner, { kind: 'partner', partnerId: partner }),
  'message of a standard partner': messageKey(partner, number, { kind: 'message_id', value: 'wamid.1' }),
  'message of a large partner': messageKey(partner, number, { kind: 'message_id', value: 'wamid.1' }, 'large'),
  'message by another id': messageKey(partner, number, { kind: 'client_message_id', value: 'Zoë' }),
  'message by a request': messageKey(partner, number, { kind: 'request_id', value: 'r' }),
  'message without an id': messageKey(partner, number, { kind: 'event', value: other }),
  'verdict of an instance': verdictKey(partner, instance),
};

const named = (prefix: string, samples: Readonly<Record<string, Key>>): Readonly<Record<string, Key>> =>
  Object.fromEntries(Object.entries(samples).map(([name, key]) => [`${prefix}${name}`, key]));

export const sampleKeys: Readonly<Record<string, Key>> = {
  ...named('keys.', tableKeys),
  ...named('delivery.', deliveryKeys),
  ...named('sortKeys.', indexKeys),
  ...named('importKeys.', indexOfImports),
  ...named('searchKeys.', indexOfSearch),
  ...variants,
};

export const keyForm: StoredForm = storedForm({
  name: 'table-keys',
  file: 'lambdas/store/table/keys.ts',
  functions: [],
  place: 'the keys of all items; an item under an old key is lost, so another key is another function',
  kept: 'as long as the items',
  samples: sampleKeys,
  encode: ({ pk, sk }) => `${pk} | ${sk}`,
  decode: textOf,
  shown: textOf,
});
