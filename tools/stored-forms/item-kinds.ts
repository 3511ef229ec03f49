import type { sortKeys } from '@swift-worker/time-index/sort-keys.ts';
import type { importKeys } from '../../lambdas/store/imports/import-keys.ts';
import type { journalKeys, parkedKeys } from '../../lambdas/store/delivery/keys.ts';
import type { searchKeys } from '../../lambdas/store/search/search-keys.ts';
import type { keys } from '../../lambdas/store/table/keys.ts';
import type { Item } from '../../lambdas/store/table/table.ts';

/**
 * The kinds of items, by the function of their keys: partition key and sort key, with `{id}` for a UUID, `{n}` for digits, and `*` for
 * other text without `#`. A new function of keys has no kind until one is written here.
 */
type Patterns<K> = Readonly<Record<keyof K, string>>;

const tableKinds: Omit<Patterns<typeof keys>, 'usageFact'> = {
  publishableKeys: 'STAGE PUBLISHABLE_KEYS',
  platformHealth: 'STAGE PLATFORM',
  partner: 'P#{id} PARTNER',
  partnerLink: 'PARTNERS {id}',
  partnerKey: 'KEY#* KEY',
  partnerKeyLink: 'P#{id} KEY#*',
  member: 'MEMBER#{id} MEMBER',
  memberLink: 'P#{id} MEMBER#{id}',
  invitedAddress: 'ADDRESS#* INVITED',
  formRewrite: 'REWRITE#* REWRITE',
  auditEntry: 'AUDIT#{n}-{n} {id}',
  teamAudit: 'P#{id}#ACTS {id}',
  rateBucket: 'P#{id}#RATE *',
  receipt: 'P#{id}#IDEM#* RECEIPT',
  customer: 'P#{id}#C {id}',
  externalId: 'P#{id}#X#* EXTERNAL_ID',
  historyEntry: 'P#{id}#C#{id} H#{n}',
  callbackContent: 'P#{id}#C#{id} P#{id}',
  customerReceipt: 'P#{id}#C#{id} R#*',
  spanCount: 'P#{id}#N#* *#*#*',
  instance: 'P#{id}#I {id}',
  instanceKey: 'P#{id}#K#* INSTANCE_KEY',
  customerInstance: 'P#{id}#C#{id} I#{id}',
  slots: 'P#{id} SLOTS',
  merge: 'P#{id}#MERGE {id}',
  lifecycleJob: 'P#{id}#C#{id} JOB#*',
  connectSession: 'P#{id}#I#{id} S#{id}',
  instancePin: 'P#{id}#I#{id} PIN',
  connectToken: 'CONNECT#* TOKEN',
  connectedNumber: 'NUMBER#* LINE',
  partnerNumber: 'P#{id}#NUMBER#* NUMBER',
  wabaInstance: 'WABA#* P#{id}#I#{id}',
  awaitedName: 'WABA#* NAME#{id}#{id}#{id}',
  partnerWaba: 'P#{id}#WABA *',
  accountFacts: 'WABA#* ACCOUNT',
  platformBudget: 'WABA#* BUDGET',
  connectPage: 'P#{id} CONNECT_PAGE',
  connectLogo: 'P#{id} CONNECT_LOGO',
  webhookEndpoint: 'P#{id} WEBHOOK',
  webhookSecrets: 'P#{id} WEBHOOK#SECRETS',
  eventSubscription: 'P#{id} EVENT_TYPES',
  accountEvents: 'P#{id}#AE {id}',
  outbox: 'P#{id} OUTBOX',
  concurrencySlots: 'P#{id}#CONCURRENCY CONCURRENCY',
  eventAttempt: 'P#{id}#C#{id} A#{n}#*',
  eventChunk: 'P#{id}#E#* {n}#*',
  testEvent: 'P#{id}#TEST {id}',
  resendHead: 'P#{id} RESEND',
  resend: 'P#{id}#RESEND {id}',
  resendRow: 'P#{id}#RESEND#{id} E#{id}#{n}',
  templateHead: 'P#{id}#T#* HEAD',
  templateChunk: 'P#{id}#T#* T#*',
  troubledTemplates: 'P#{id}#TROUBLED *#*',
  templateSync: 'P#{id}#SYNC {id}',
  instanceWatch: 'P#{id}#WATCH *',
  platformChange: 'CHANGE#* CHANGE',
  notification: 'P#{id}#NOTICES {id}',
  adminNotification: 'P#{id}#NOTICES#ADMINS {id}',
  memberInbox: 'P#{id}#M#{id} INBOX',
  memberPreferences: 'P#{id}#M#{id} PREFERENCES',
  noticeMail: 'P#{id}#MAIL {id}',
  notificationRead: 'P#{id}#M#{id} R#{id}',
  notifiedFact: 'P#{id}#TOLD#* TOLD',
  usageHead: 'P#{id}#USAGE HEAD',
  usageDay: 'P#{id}#USAGE *#*',
  migration: 'P#{id}#MIGRATION {id}',
  migrationInstance: 'P#{id}#MIGRATION#{id} L#{n}',
};

const usageKinds = {
  usageCustomers: 'P#{id}#U#* C#*',
  usageTransition: 'P#{id}#U#* I#{id}#*',
  usageCalls: 'P#{id}#U#* N#*',
  usageReports: 'P#{id}#U#* R#*#*',
  usageLateEvents: 'P#{id}#U#* E#*',
  usageCounted: 'P#{id}#U#* S#*#*',
};

const deliveryKinds: Readonly<Record<'message' | 'verdict', string>> = {
  message: 'P#{id}#DM#* DM#*',
  verdict: 'P#{id}#D#I#{id} VERDICT',
};

const parkedKinds: Patterns<typeof parkedKeys> = { head: 'P#{id}#DQ#* HEAD', reports: 'P#{id}#DQ#* R#{id}' };

const journalKinds: Patterns<typeof journalKeys> = {
  tail: 'P#{id}#J#{n} TAIL',
  chunk: 'P#{id}#J#{n} C#*',
  folded: 'P#{id}#J#{n} F#{id}',
};

const indexKinds: Patterns<typeof sortKeys> = {
  octave: 'P#{id}#D#* O#{n}',
  day: 'P#{id}#D#* D#{n}',
  instances: 'P#{id}#D#* L#{n}',
  list: 'P#{id}#D#* E#{n}',
  olderList: 'P#{id}#D#* E#{n}=',
  segment: 'P#{id}#D#* E#{n}#{n}#*#*',
  echoList: 'P#{id}#D#* C#{n}',
  olderEchoList: 'P#{id}#D#* C#{n}=',
  echoSegment: 'P#{id}#D#* C#{n}#{n}#*#*',
};

const importKinds: Patterns<typeof importKeys> = {
  head: 'P#{id}#IMPORTS HEAD',
  batch: 'P#{id}#IMPORTS R#{id}#{n}',
  end: 'P#{id}#IMPORTS R#{id}#END',
  import: 'P#{id}#IMPORT {id}',
  result: 'P#{id}#IMPORT#{id} *',
};

const searchKinds: Patterns<typeof searchKeys> = {
  head: 'P#{id}#S? HEAD',
  change: 'P#{id}#S? T#{id}',
  block: 'P#{id}#S?#{id} BLOCK',
};

const named = (prefix: string, patterns: Readonly<Record<string, string>>): readonly (readonly [string, string])[] =>
  Object.entries(patterns).map(([name, pattern]) => [
    prefix === '' ? name : `${prefix}${name.slice(0, 1).toUpperCase()}${name.slice(1)}`,
    pattern,
  ]);

const id = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

/** Names in keys of notified facts and of instances of a scope have `#` and blanks. */
const free: ReadonlySet<string> = new Set(['notifiedFact', 'externalId', 'result']);

const expressionOf = (name: string, pattern: string): RegExp => {
  const other = free.has(name) || name.startsWith('import') ? '.*' : '[^#]*';
  const text = pattern
    .replaceAll('{id}', id)
    .replaceAll('{n}', '\\d+')
    .replaceAll('S?', 'SI?')
    .replaceAll('#D#*', '#D#(?:P|[CI]#[^#]+)')
    .replaceAll('#DQ#*', '#DQ#(?:ALL|P|[CI]#[^#]+)')
    .replaceAll('*', other);
  return new RegExp(`^${text}$`);
};

/** The keys of each kind. */
export const itemPatterns: ReadonlyMap<string, string> = new Map([
  ...named('', tableKinds),
  ...named('', usageKinds),
  ...named('', deliveryKinds),
  ...named('parked', parkedKinds),
  ...named('journal', journalKinds),
  ...named('index', indexKinds),
  ...named('import', importKinds),
  ...named('search', searchKinds),
]);

const expressions: ReadonlyMap<string, RegExp> = new Map(
  Array.from(itemPatterns, ([name, pattern]) => [name, expressionOf(name, pattern)]),
);

export const itemKinds: readonly string[] = Array.from(itemPatterns.keys());

/** The kind of an item. @throws Error when it has none, or two */
export const kindOf = ({ pk, sk }: Item): string => {
  const text = `${String(pk)} ${String(sk)}`;
  const [kind, second] = itemKinds.filter((name) => expressions.get(name)?.test(text) === true);
  if (kind === undefined || second !== undefined)
    throw new Error(`the key ${text} is of ${kind ?? 'no'} ${second ?? 'kind'}`);
  return kind;
};
