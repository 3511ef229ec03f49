import { createHash } from 'node:crypto';
import { recordShard } from '../../domain/size.ts';
import { workKinds, type WorkKind } from '../../kernel/work.ts';

/** The keys of the table; deliveries, imports and searches have files of their own. The keys of a partner's data begin with the partner, which isolates partners. */

export interface Key {
  readonly pk: string;
  readonly sk: string;
}

/** The sparse index of due work: `due_shard`, `due_at`. */
export const dueIndex = 'due';

export const partnerScope = (partnerId: string): string => `P#${partnerId}`;

/** Where a partner's customers (`C`), its instances (`I`), their search changes (`S`, `SI`), or counts of records, stand: together, or spread. */
export const recordPartition = (
  partnerId: string,
  sort: 'C' | 'I' | 'S' | 'SI' | `N#${'C' | 'I' | 'N' | 'A'}`,
  place: number | null,
): string => `${partnerScope(partnerId)}#${sort}${place === null ? '' : `#${String(place).padStart(2, '0')}`}`;

/** The beginning of the sort keys of history entries. The stream's filter for events matches it. */
export const entrySortPrefix = 'H#';

/** The beginning of the audit trail's partitions, one a month. */
export const auditPrefix = 'AUDIT#';

export const keys = {
  /** All publishable keys of the stage, in one item. */
  publishableKeys: (): Key => ({ pk: 'STAGE', sk: 'PUBLISHABLE_KEYS' }),

  /** What the service knows of the platform as a whole. */
  platformHealth: (): Key => ({ pk: 'STAGE', sk: 'PLATFORM' }),

  partner: (partnerId: string): Key => ({ pk: partnerScope(partnerId), sk: 'PARTNER' }),
  /** The list of partners. */
  partnerLink: (partnerId: string): Key => ({ pk: 'PARTNERS', sk: partnerId }),
  partnerKey: (keyId: string): Key => ({ pk: `KEY#${keyId}`, sk: 'KEY' }),
  /** The list of a partner's keys. The key itself has its own id as its key, because authentication reads it by that. */
  partnerKeyLink: (partnerId: string, keyId: string): Key => ({ pk: partnerScope(partnerId), sk: `KEY#${keyId}` }),
  member: (memberId: string): Key => ({ pk: `MEMBER#${memberId}`, sk: 'MEMBER' }),
  memberLink: (partnerId: string, memberId: string): Key => ({ pk: partnerScope(partnerId), sk: `MEMBER#${memberId}` }),
  /** When an address was invited last, under its hash. */
  invitedAddress: (address: string): Key => ({
    pk: `ADDRESS#${createHash('sha256').update(address.toLowerCase()).digest('hex')}`,
    sk: 'INVITED',
  }),

  /** The latest rewriting of a stored form. */
  formRewrite: (form: string): Key => ({ pk: `REWRITE#${form}`, sk: 'REWRITE' }),

  auditEntry: (at: string, entryId: string): Key => ({ pk: `${auditPrefix}${at.slice(0, 7)}`, sk: entryId }),

  /** What a partner sees of the audit trail. */
  teamAudit: (partnerId: string, entryId: string): Key => ({ pk: `${partnerScope(partnerId)}#ACTS`, sk: entryId }),

  /** @param part of a bucket that is spread; the first is the whole of one that is not */
  rateBucket: (partnerId: string, rateClass: string, part: number): Key => ({
    pk: `${partnerScope(partnerId)}#RATE${part === 0 ? '' : `#${part}`}`,
    sk: rateClass,
  }),
  receipt: (partnerId: string, idempotencyKey: string): Key => ({
    pk: `${partnerScope(partnerId)}#IDEM#${idempotencyKey}`,
    sk: 'RECEIPT',
  }),

  customer: (partnerId: string, customerId: string): Key => ({
    pk: recordPartition(partnerId, 'C', recordShard(customerId)),
    sk: customerId,
  }),
  /** Reserves an external id for one customer. */
  externalId: (partnerId: string, externalId: string): Key => ({
    pk: `${partnerScope(partnerId)}#X#${externalId}`,
    sk: 'EXTERNAL_ID',
  }),
  /** Entries are numbered from 1 without gaps, so a page is a range. */
  historyEntry: (partnerId: string, customerId: string, number: number): Key => ({
    pk: `${partnerScope(partnerId)}#C#${customerId}`,
    sk: `${entrySortPrefix}${String(number).padStart(10, '0')}`,
  }),
  /** A link to a receipt with a customer's data that no history entry names, so that an erasure finds it. */
  customerReceipt: (partnerId: string, customerId: string, idempotencyKey: string): Key => ({
    pk: `${partnerScope(partnerId)}#C#${customerId}`,
    sk: `R#${idempotencyKey}`,
  }),
  /** The content of a callback of the platform that its endpoint did not take. With the customer, whose erasure deletes it. */
  callbackContent: (partnerId: string, customerId: string, eventId: string): Key => ({
    pk: `${partnerScope(partnerId)}#C#${customerId}`,
    sk: `P#${eventId}`,
  }),
  /** How many records were made in a span of time, by status; see domain/directory.ts. */
  spanCount: (
    partnerId: string,
    counted: 'C' | 'I' | 'N' | 'A',
    place: number | null,
    level: 'C' | 'F',
    prefix: string,
    lane: string,
  ): Key => ({ pk: recordPartition(partnerId, `N#${counted}`, place), sk: `${level}#${prefix}#${lane}` }),

  instance: (partnerId: string, instanceId: string): Key => ({
    pk: recordPartition(partnerId, 'I', recordShard(instanceId)),
    sk: instanceId,
  }),
  /** Reserves an instance key for ever. Hashed, because the key may contain personal data. */
  instanceKey: (partnerId: string, instanceKey: string): Key => ({
    pk: `${partnerScope(partnerId)}#K#${createHash('sha256').update(instanceKey).digest('base64url')}`,
    sk: 'INSTANCE_KEY',
  }),
  /** The list of a customer's instances. */
  customerInstance: (partnerId: string, customerId: string, instanceId: string): Key => ({
    pk: `${partnerScope(partnerId)}#C#${customerId}`,
    sk: `I#${instanceId}`,
  }),
  /** The partner's slot limit, and the number of taken slots. */
  slots: (partnerId: string): Key => ({ pk: partnerScope(partnerId), sk: 'SLOTS' }),
  /** A merge whose instances are being rewritten, by its source. */
  merge: (partnerId: string, sourceId: string): Key => ({ pk: `${partnerScope(partnerId)}#MERGE`, sk: sourceId }),
  /** Background work on a customer's instances. */
  lifecycleJob: (partnerId: string, customerId: string, kind: 'MERGE' | 'DEACTIVATE' | 'ERASE'): Key => ({
    pk: `${partnerScope(partnerId)}#C#${customerId}`,
    sk: `JOB#${kind}`,
  }),
  connectSession: (partnerId: string, instanceId: string, sessionId: string): Key => ({
    pk: `${partnerScope(partnerId)}#I#${instanceId}`,
    sk: `S#${sessionId}`,
  }),
  /** The PIN with which the instance registered its number. */
  instancePin: (partnerId: string, instanceId: string): Key => ({
    pk: `${partnerScope(partnerId)}#I#${instanceId}`,
    sk: 'PIN',
  }),
  /** Finds a session by the SHA-256 of its URL's token. */
  connectToken: (tokenHash: string): Key => ({ pk: `CONNECT#${tokenHash}`, sk: 'TOKEN' }),
  /** The one instance, of any partner, that is connected to a phone number. */
  connectedNumber: (phoneNumberId: string): Key => ({ pk: `NUMBER#${phoneNumberId}`, sk: 'LINE' }),
  /** The last instance of a partner that a phone number was connected to; many environments read it, so it has a partition. */
  partnerNumber: (partnerId: string, phoneNumberId: string): Key => ({
    pk: `${partnerScope(partnerId)}#NUMBER#${phoneNumberId}`,
    sk: 'NUMBER',
  }),
  /** The connected instances of a business account, of any partner. */
  wabaInstance: (wabaId: string, partnerId: string, instanceId: string): Key => ({
    pk: `WABA#${wabaId}`,
    sk: `${partnerScope(partnerId)}#I#${instanceId}`,
  }),
  /** A connect session that waits for the display name of a number of a business account. */
  awaitedName: (wabaId: string, partnerId: string, instanceId: string, sessionId: string): Key => ({
    pk: `WABA#${wabaId}`,
    sk: `NAME#${partnerId}#${instanceId}#${sessionId}`,
  }),
  /** A business account that a partner has, or had, a connected instance of. */
  partnerWaba: (partnerId: string, wabaId: string): Key => ({ pk: `${partnerScope(partnerId)}#WABA`, sk: wabaId }),
  /** What callbacks said of a business account. */
  accountFacts: (wabaId: string): Key => ({ pk: `WABA#${wabaId}`, sk: 'ACCOUNT' }),
  /** The platform calls of a business account. */
  platformBudget: (wabaId: string): Key => ({ pk: `WABA#${wabaId}`, sk: 'BUDGET' }),
  /** What the partner's hosted page shows, and its logo. */
  connectPage: (partnerId: string): Key => ({ pk: partnerScope(partnerId), sk: 'CONNECT_PAGE' }),
  connectLogo: (partnerId: string): Key => ({ pk: partnerScope(partnerId), sk: 'CONNECT_LOGO' }),
  webhookEndpoint: (partnerId: string): Key => ({ pk: partnerScope(partnerId), sk: 'WEBHOOK' }),
  webhookSecrets: (partnerId: string): Key => ({ pk: partnerScope(partnerId), sk: 'WEBHOOK#SECRETS' }),
  /** The types of events beyond those of customers that the partner subscribes to. */
  eventSubscription: (partnerId: string): Key => ({ pk: partnerScope(partnerId), sk: 'EVENT_TYPES' }),
  /** How far the events of a business account have come. @param ownerId the id under which they are numbered */
  accountEvents: (partnerId: string, ownerId: string): Key => ({
    pk: `${partnerScope(partnerId)}#AE`,
    sk: ownerId,
  }),
  /** The health of the partner's endpoint, and when its waiting events are due. */
  outbox: (partnerId: string): Key => ({ pk: partnerScope(partnerId), sk: 'OUTBOX' }),
  /** The concurrency slots of the partner's endpoint. */
  concurrencySlots: (partnerId: string): Key => ({ pk: `${partnerScope(partnerId)}#CONCURRENCY`, sk: 'CONCURRENCY' }),
  /** Attempts to deliver the event of a history entry, by time. */
  eventAttempt: (partnerId: string, customerId: string, number: number, at: string): Key => ({
    pk: `${partnerScope(partnerId)}#C#${customerId}`,
    sk: `A#${String(number).padStart(10, '0')}#${at}`,
  }),
  /** Some of a partner's events of an hour, for the list of events. @param hour `YYYY-MM-DDTHH` */
  eventChunk: (partnerId: string, hour: string, name: string): Key => ({
    pk: `${partnerScope(partnerId)}#E#${hour.slice(0, 10)}`,
    sk: `${hour.slice(11)}#${name}`,
  }),
  /** An event that the partner requested as a test of its endpoint. */
  testEvent: (partnerId: string, eventId: string): Key => ({ pk: `${partnerScope(partnerId)}#TEST`, sk: eventId }),
  /** The partner's latest resend of events. */
  resendHead: (partnerId: string): Key => ({ pk: partnerScope(partnerId), sk: 'RESEND' }),
  resend: (partnerId: string, resendId: string): Key => ({ pk: `${partnerScope(partnerId)}#RESEND`, sk: resendId }),
  /** An event that a resend has to send again. */
  resendRow: (partnerId: string, resendId: string, customerId: string, number: number): Key => ({
    pk: `${partnerScope(partnerId)}#RESEND#${resendId}`,
    sk: `E#${customerId}#${String(number).padStart(10, '0')}`,
  }),
  /** The state of a business account's templates, and when the next pass is due. */
  templateHead: (partnerId: string, wabaId: string): Key => ({
    pk: `${partnerScope(partnerId)}#T#${wabaId}`,
    sk: 'HEAD',
  }),
  /** A part of the templates, by the hash of their names: `00` .. `3f`. */
  templateChunk: (partnerId: string, wabaId: string, part: string): Key => ({
    pk: `${partnerScope(partnerId)}#T#${wabaId}`,
    sk: `T#${part}`,
  }),
  /** Stands for each part of the templates that has troubled ones. */
  troubledTemplates: (partnerId: string, wabaId: string, part: string): Key => ({
    pk: `${partnerScope(partnerId)}#TROUBLED`,
    sk: `${wabaId}#${part}`,
  }),
  templateSync: (partnerId: string, syncId: string): Key => ({ pk: `${partnerScope(partnerId)}#SYNC`, sk: syncId }),
  /** When the facts of a business account's instances are refreshed. */
  instanceWatch: (partnerId: string, wabaId: string): Key => ({ pk: `${partnerScope(partnerId)}#WATCH`, sk: wabaId }),
  /** A change of a callback that was processed. */
  platformChange: (hash: string): Key => ({ pk: `CHANGE#${hash}`, sk: 'CHANGE' }),
  /** A partner's notifications, by time. */
  notification: (partnerId: string, notificationId: string): Key => ({
    pk: `${partnerScope(partnerId)}#NOTICES`,
    sk: notificationId,
  }),
  /** Those for owners and admins alone, apart: no query of another member can return one. */
  adminNotification: (partnerId: string, notificationId: string): Key => ({
    pk: `${partnerScope(partnerId)}#NOTICES#ADMINS`,
    sk: notificationId,
  }),
  /** Up to when a member has read everything. */
  memberInbox: (partnerId: string, memberId: string): Key => ({
    pk: `${partnerScope(partnerId)}#M#${memberId}`,
    sk: 'INBOX',
  }),
  memberPreferences: (partnerId: string, memberId: string): Key => ({
    pk: `${partnerScope(partnerId)}#M#${memberId}`,
    sk: 'PREFERENCES',
  }),
  /** How a member gets critical notifications by e-mail, and those of its next mail. Together, so that a partner's are one query. */
  noticeMail: (partnerId: string, memberId: string): Key => ({
    pk: `${partnerScope(partnerId)}#MAIL`,
    sk: memberId,
  }),
  /** A notification that a member read singly. */
  notificationRead: (partnerId: string, memberId: string, notificationId: string): Key => ({
    pk: `${partnerScope(partnerId)}#M#${memberId}`,
    sk: `R#${notificationId}`,
  }),
  /** A fact that members were notified of. */
  notifiedFact: (partnerId: string, onceKey: string): Key => ({
    pk: `${partnerScope(partnerId)}#TOLD#${onceKey}`,
    sk: 'TOLD',
  }),
  /** The facts of a partner's usage of a UTC day. @param place of a spread instance */
  usageFact: (partnerId: string, day: string, place: number | null, sk: string): Key => ({
    pk: `${partnerScope(partnerId)}#U#${day}${place === null ? '' : `#${String(place).padStart(2, '0')}`}`,
    sk,
  }),
  /** When the next day of a partner's usage is closed, and which one that is. */
  usageHead: (partnerId: string): Key => ({ pk: `${partnerScope(partnerId)}#USAGE`, sk: 'HEAD' }),
  /** A closed day (`D`) of a partner's usage, its correction (`X`), or the last count of an open day that is large (`O`). */
  usageDay: (partnerId: string, kind: 'D' | 'O' | 'X', day: string): Key => ({
    pk: `${partnerScope(partnerId)}#USAGE`,
    sk: `${kind}#${day}`,
  }),
  migration: (partnerId: string, migrationId: string): Key => ({
    pk: `${partnerScope(partnerId)}#MIGRATION`,
    sk: migrationId,
  }),
  /** The instances of a migration are numbered from 1 without gaps, so a page is a range. */
  migrationInstance: (partnerId: string, migrationId: string, number: number): Key => ({
    pk: `${partnerScope(partnerId)}#MIGRATION#${migrationId}`,
    sk: `L#${String(number).padStart(10, '0')}`,
  }),
} as const;

/** The partition and sort keys of each kind of work; `*` matches anything. */
const workKeys = {
  event: 'P#{partnerId}#C#{customerId} H#{number}',
  outbox: 'P#{partnerId} OUTBOX',
  testEvent: 'P#{partnerId}#TEST {eventId}',
  resend: 'P#{partnerId}#RESEND {resendId}',
  customerImport: 'P#{partnerId}#IMPORTS HEAD',
  migration: 'P#{partnerId}#MIGRATION {migrationId}',
  merge: 'P#{partnerId}#C#{customerId} JOB#MERGE',
  deactivation: 'P#{partnerId}#C#{customerId} JOB#DEACTIVATE',
  erasure: 'P#{partnerId}#C#{customerId} JOB#ERASE',
  instance: 'P#{partnerId}#I(?:#[0-9][0-9])? {instanceId}',
  connection: 'P#{partnerId}#I#{instanceId} S#{sessionId}',
  templatePass: 'P#{partnerId}#SYNC {syncId}',
  templateSchedule: 'P#{partnerId}#T#{wabaId} HEAD',
  instanceWatch: 'P#{partnerId}#WATCH {wabaId}',
  parkedReports: 'P#{partnerId}#DQ#* HEAD',
  reportFold: 'P#{partnerId}#J#{stripe} TAIL',
  searchFold: 'P#{partnerId}#SI? HEAD',
  usageClose: 'P#{partnerId}#USAGE HEAD',
  keyWatch: 'P#{partnerId} KEY#{keyId}',
  criticalNotice: 'P#{partnerId}#NOTICES(?:#ADMINS)? {notificationId}',
  noticeMail: 'P#{partnerId}#MAIL {memberId}',
  formRewrite: 'REWRITE#{form} REWRITE',
} as const satisfies Readonly<Record<WorkKind, string>>;

type NamesIn<T extends string> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** A key of work with the ids in it. */
export type WorkKey<K extends WorkKind = WorkKind> = {
  [P in K]: Key & { readonly kind: P } & Readonly<Record<NamesIn<(typeof workKeys)[P]>, string>>;
}[K];

const workKey = <K extends WorkKind>(kind: K, { pk, sk }: Key): WorkKey<K> | null => {
  const pattern = workKeys[kind].replaceAll('*', '.+').replaceAll(/\{(\w+)\}/g, '(?<$1>[^# ]+)');
  const match = new RegExp(`^${pattern}$`).exec(`${pk} ${sk}`);
  if (match === null) return null;
  const named = { ...match.groups, kind, pk, sk };
  return named as WorkKey<K>;
};

/** @throws Error when the key is not of work */
export const workKeyOf = (key: Key): WorkKey => {
  for (const kind of workKinds) {
    const work = workKey(kind, key);
    if (work !== null) return work;
  }
  throw new Error('the key is not of work');
};

/** @throws Error when the key is not of work of this kind */
export const workKeyOfKind = <K extends WorkKind>(kind: K, key: Key): WorkKey<K> => {
  const work = workKey(kind, key);
  if (work === null) throw new Error(`the key is not of work of the kind ${kind}`);
  return work;
};

/** The message group of a hint: a partner's backlog delays no other partner. */
export const hintGroupOf = ({ pk }: Pick<Key, 'pk'>): string => /^P#[^#]+/.exec(pk)?.[0] ?? 'service';
