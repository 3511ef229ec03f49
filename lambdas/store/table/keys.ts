import { createHash } from 'node:crypto';
import { recordShard } from '../../domain/size.ts';
import { workKinds, type WorkKind } from '../../domain/work.ts';

/** Every key of the table and its index, on one page. Partners' data begins with the partner, so none can reach another's. */

export interface Key {
  readonly pk: string;
  readonly sk: string;
}

/** The sparse index of work that waits for its time: `due_shard`, `due_at`. */
export const dueIndex = 'due';

const partnerScope = (partnerId: string): string => `P#${partnerId}`;

/** Where a partner's customers (`C`), or its instances (`I`), stand: together, or spread by their ids. */
export const recordPartition = (partnerId: string, sort: 'C' | 'I', place: number | null): string =>
  `${partnerScope(partnerId)}#${sort}${place === null ? '' : `#${String(place).padStart(2, '0')}`}`;

export const keys = {
  /** The publishable keys of the stage, all in one item. */
  publishableKeys: (): Key => ({ pk: 'STAGE', sk: 'PUBLISHABLE_KEYS' }),

  partner: (partnerId: string): Key => ({ pk: partnerScope(partnerId), sk: 'PARTNER' }),
  /** Which partners there are. */
  partnerLink: (partnerId: string): Key => ({ pk: 'PARTNERS', sk: partnerId }),
  partnerKey: (keyId: string): Key => ({ pk: `KEY#${keyId}`, sk: 'KEY' }),
  /** Which keys a partner has; the key itself stands under its own id, where authentication reads it. */
  partnerKeyLink: (partnerId: string, keyId: string): Key => ({ pk: partnerScope(partnerId), sk: `KEY#${keyId}` }),
  member: (memberId: string): Key => ({ pk: `MEMBER#${memberId}`, sk: 'MEMBER' }),
  memberLink: (partnerId: string, memberId: string): Key => ({ pk: partnerScope(partnerId), sk: `MEMBER#${memberId}` }),

  /** The operator's audit trail, a partition a month. */
  auditEntry: (at: string, entryId: string): Key => ({ pk: `AUDIT#${at.slice(0, 7)}`, sk: entryId }),

  rateBucket: (partnerId: string, rateClass: string): Key => ({ pk: `${partnerScope(partnerId)}#RATE`, sk: rateClass }),
  receipt: (partnerId: string, idempotencyKey: string): Key => ({
    pk: `${partnerScope(partnerId)}#IDEM#${idempotencyKey}`,
    sk: 'RECEIPT',
  }),

  customer: (partnerId: string, customerId: string): Key => ({
    pk: recordPartition(partnerId, 'C', recordShard(customerId)),
    sk: customerId,
  }),
  /** Holds an external id for one customer. */
  externalId: (partnerId: string, externalId: string): Key => ({
    pk: `${partnerScope(partnerId)}#X#${externalId}`,
    sk: 'EXTERNAL_ID',
  }),
  /** Entries are numbered from 1 without holes, so that a page is a range. */
  historyEntry: (partnerId: string, customerId: string, number: number): Key => ({
    pk: `${partnerScope(partnerId)}#C#${customerId}`,
    sk: `H#${String(number).padStart(10, '0')}`,
  }),
  /** A receipt that holds a customer's data without an entry in its history that names it, so that erasure finds it. */
  customerReceipt: (partnerId: string, customerId: string, idempotencyKey: string): Key => ({
    pk: `${partnerScope(partnerId)}#C#${customerId}`,
    sk: `R#${idempotencyKey}`,
  }),
  /** How many records were made in a span of time, by status; see domain/directory.ts. */
  spanCount: (partnerId: string, counted: 'C' | 'I' | 'N', level: 'C' | 'F', prefix: string, lane: string): Key => ({
    pk: `${partnerScope(partnerId)}#N#${counted}`,
    sk: `${level}#${prefix}#${lane}`,
  }),

  instance: (partnerId: string, instanceId: string): Key => ({
    pk: recordPartition(partnerId, 'I', recordShard(instanceId)),
    sk: instanceId,
  }),
  /** Holds an instance key for one instance, for ever: by its hash, for the key may be about a person who is forgotten. */
  instanceKey: (partnerId: string, instanceKey: string): Key => ({
    pk: `${partnerScope(partnerId)}#K#${createHash('sha256').update(instanceKey).digest('base64url')}`,
    sk: 'INSTANCE_KEY',
  }),
  /** An instance among those of its customer. */
  customerInstance: (partnerId: string, customerId: string, instanceId: string): Key => ({
    pk: `${partnerScope(partnerId)}#C#${customerId}`,
    sk: `I#${instanceId}`,
  }),
  /** How many slots the partner may take, and has taken. */
  slots: (partnerId: string): Key => ({ pk: partnerScope(partnerId), sk: 'SLOTS' }),
  /** A merge whose lines are still being rewritten, by its source. */
  merge: (partnerId: string, sourceId: string): Key => ({ pk: `${partnerScope(partnerId)}#MERGE`, sk: sourceId }),
  /** Background work on a customer's lines. */
  lifecycleJob: (partnerId: string, customerId: string, kind: 'MERGE' | 'DEACTIVATE' | 'ERASE'): Key => ({
    pk: `${partnerScope(partnerId)}#C#${customerId}`,
    sk: `JOB#${kind}`,
  }),
  connectSession: (partnerId: string, instanceId: string, sessionId: string): Key => ({
    pk: `${partnerScope(partnerId)}#I#${instanceId}`,
    sk: `S#${sessionId}`,
  }),
  /** The PIN that the line registered its number with. */
  instancePin: (partnerId: string, instanceId: string): Key => ({
    pk: `${partnerScope(partnerId)}#I#${instanceId}`,
    sk: 'PIN',
  }),
  /** Finds a session by the SHA-256 of its URL's token. */
  connectToken: (tokenHash: string): Key => ({ pk: `CONNECT#${tokenHash}`, sk: 'TOKEN' }),
  /** The one line, of any partner, that is connected to a phone number. */
  connectedNumber: (phoneNumberId: string): Key => ({ pk: `NUMBER#${phoneNumberId}`, sk: 'LINE' }),
  /** The last instance of a partner that a phone number was connected to; many environments read it, so it has a partition. */
  partnerNumber: (partnerId: string, phoneNumberId: string): Key => ({
    pk: `${partnerScope(partnerId)}#NUMBER#${phoneNumberId}`,
    sk: 'NUMBER',
  }),
  /** The connected lines of a business account, of any partner. */
  wabaInstance: (wabaId: string, partnerId: string, instanceId: string): Key => ({
    pk: `WABA#${wabaId}`,
    sk: `${partnerScope(partnerId)}#I#${instanceId}`,
  }),
  /** A business account that a partner has, or had, a connected line of. */
  partnerWaba: (partnerId: string, wabaId: string): Key => ({ pk: `${partnerScope(partnerId)}#WABA`, sk: wabaId }),
  /** Calls made to the platform for a business account. */
  platformBudget: (wabaId: string): Key => ({ pk: `WABA#${wabaId}`, sk: 'BUDGET' }),
  webhookEndpoint: (partnerId: string): Key => ({ pk: partnerScope(partnerId), sk: 'WEBHOOK' }),
  webhookSecrets: (partnerId: string): Key => ({ pk: partnerScope(partnerId), sk: 'WEBHOOK#SECRETS' }),
  /** How the partner's endpoint fares, and when its waiting events have to be looked after. */
  outbox: (partnerId: string): Key => ({ pk: partnerScope(partnerId), sk: 'OUTBOX' }),
  /** Who sends to the partner's endpoint just now. */
  outboxLanes: (partnerId: string): Key => ({ pk: `${partnerScope(partnerId)}#LANES`, sk: 'LANES' }),
  /** Attempts to deliver the event of a history entry, in the order of time. */
  eventAttempt: (partnerId: string, customerId: string, number: number, at: string): Key => ({
    pk: `${partnerScope(partnerId)}#C#${customerId}`,
    sk: `A#${String(number).padStart(10, '0')}#${at}`,
  }),
  /** What is known of a business account's templates as a whole, and when the next pass over them is due. */
  templateHead: (partnerId: string, wabaId: string): Key => ({
    pk: `${partnerScope(partnerId)}#T#${wabaId}`,
    sk: 'HEAD',
  }),
  /** A part of the templates, by the hash of their names: `00` .. `3f`. */
  templateChunk: (partnerId: string, wabaId: string, part: string): Key => ({
    pk: `${partnerScope(partnerId)}#T#${wabaId}`,
    sk: `T#${part}`,
  }),
  templateSync: (partnerId: string, syncId: string): Key => ({ pk: `${partnerScope(partnerId)}#SYNC`, sk: syncId }),
  /** When the facts of a business account's lines are looked at again. */
  instanceWatch: (partnerId: string, wabaId: string): Key => ({ pk: `${partnerScope(partnerId)}#WATCH`, sk: wabaId }),
  /** A change that the platform called back about, which was dealt with. */
  platformChange: (hash: string): Key => ({ pk: `CHANGE#${hash}`, sk: 'CHANGE' }),
  /** What a partner's members are told, in the order of time. */
  notification: (partnerId: string, notificationId: string): Key => ({
    pk: `${partnerScope(partnerId)}#NOTICES`,
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
  /** A notice that a member read by itself. */
  notificationRead: (partnerId: string, memberId: string, notificationId: string): Key => ({
    pk: `${partnerScope(partnerId)}#M#${memberId}`,
    sk: `R#${notificationId}`,
  }),
  /** A fact that the partner's members were told of. */
  notifiedFact: (partnerId: string, onceKey: string): Key => ({
    pk: `${partnerScope(partnerId)}#TOLD#${onceKey}`,
    sk: 'TOLD',
  }),
  migration: (partnerId: string, migrationId: string): Key => ({
    pk: `${partnerScope(partnerId)}#MIGRATION`,
    sk: migrationId,
  }),
  /** Lines of a migration are numbered from 1 without holes, so that a page is a range. */
  migrationInstance: (partnerId: string, migrationId: string, number: number): Key => ({
    pk: `${partnerScope(partnerId)}#MIGRATION#${migrationId}`,
    sk: `L#${String(number).padStart(10, '0')}`,
  }),
} as const;

/** The keys of work that waits for its time, as hints bring them: partition and sort key; `*` stands for anything. */
const workKeys = {
  event: 'P#{partnerId}#C#{customerId} H#{number}',
  outbox: 'P#{partnerId} OUTBOX',
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
} as const satisfies Readonly<Record<WorkKind, string>>;

type NamesIn<T extends string> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** A key of work, and what it names. */
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

/** What work a key is of. @throws Error when it is of none */
export const workKeyOf = (key: Key): WorkKey => {
  for (const kind of workKinds) {
    const work = workKey(kind, key);
    if (work !== null) return work;
  }
  throw new Error('the key is of no work that waits');
};

/** The key of work of a kind. @throws Error when it is none */
export const workKeyOfKind = <K extends WorkKind>(kind: K, key: Key): WorkKey<K> => {
  const work = workKey(kind, key);
  if (work === null) throw new Error(`the key is not of work of the kind ${kind}`);
  return work;
};

/** By whom hints are grouped: one partner's backlog delays no other's. */
export const hintGroupOf = ({ pk }: Pick<Key, 'pk'>): string => /^P#[^#]+/.exec(pk)?.[0] ?? 'service';
