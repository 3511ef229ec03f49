import * as z from 'zod/mini';
import {
  asOf,
  awaitedBy,
  connectSteps,
  sessionModes,
  sessionStatuses,
  syncTypes,
  type ConnectProgress,
  type ConnectSession,
  type ReturnUrls,
} from '../../domain/connect-session.ts';
import type { Instance } from '../../domain/instance.ts';
import { day, seconds, type Milliseconds } from '../../kernel/time.ts';
import { contended, type Clause } from '../table/commit.ts';
import { keys } from '../table/keys.ts';
import { getItem } from '../table/read.ts';
import type { Item, Table } from '../table/table.ts';
import { holdAttributes, holdOf } from '../table/work.ts';

/** A sign-up at the platform that a browser has begun. Of its secrets it holds hashes only. */
export interface SignUp {
  readonly state_hash: string;
  readonly browser_hash: string;
  /** Null before sign-ups stored it. */
  readonly begun_at: string | null;
}

/** A session with the return URLs and the lease of its worker. */
export interface SessionRecord {
  readonly session: ConnectSession;
  readonly partnerId: string;
  /** Of the call that made the session; null before sessions stored it. */
  readonly requestId: string | null;
  readonly urls: ReturnUrls;
  /** The language of the hosted pages, BCP 47; null: that of the browser. */
  readonly language: string | null;
  readonly revision: number;
  /** The SHA-256 of the token in the session's URL. */
  readonly tokenHash: string;
  /** The sign-ups that may still return, the newest last. Each can be used once. */
  readonly signUps: readonly SignUp[];
  /** How many sign-ups have returned with a code. */
  readonly attempts: number;
  readonly progress: ConnectProgress | null;
  /** The end of the lease while a worker makes the connection; null otherwise. */
  readonly busyUntil: Milliseconds | null;
}

const text = z.nullable(z.string());

const question = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('choice'),
    options: z.array(
      z.object({
        waba_id: z.string(),
        waba_name: text,
        phone_number_id: z.string(),
        display_phone_number: text,
        verified_name: text,
      }),
    ),
  }),
  z.object({ kind: z.literal('pin'), wrong: z.boolean() }),
]);

const reportedAssets = z.object({
  business_id: text,
  waba_id: text,
  phone_number_id: text,
  on_business_app: z.boolean(),
});

const progressItem = z.object({
  step: z.enum(connectSteps),
  sealed_token: z.string(),
  token_expires_at: text,
  signed_up_since: z._default(text, null),
  told: z._default(z.nullable(reportedAssets), null),
  waba_id: text,
  phone_number_id: text,
  attempts: z.number(),
  asks: z._default(z.nullable(question), null),
  awaits_name: z._default(z.boolean(), false),
  awaits_limit: z._default(z.boolean(), false),
  awaits_calls: z._default(z.boolean(), false),
  sealed_pin: z._default(text, null),
  wrong_pins: z._default(z.number(), 0),
  coexistence: z._default(z.boolean(), false),
  syncs: z._default(z.array(z.enum(syncTypes)), []),
  sync_error: z._default(z.nullable(z.object({ code: z.string(), message: z.string(), at: z.string() })), null),
});

const sessionItem = z.object({
  session: z.object({
    id: z.string(),
    instance_id: z.string(),
    mode: z.enum(sessionModes),
    status: z.enum(sessionStatuses),
    expires_at: z.string(),
    error: z.nullable(z.object({ code: z.string(), message: z.string() })),
  }),
  urls: z.object({ return_url: text, cancel_url: text, success_url: text, error_url: text }),
  language: z._default(text, null),
  partner_id: z.string(),
  request_id: z._default(z.nullable(z.string()), null),
  progress: z.nullable(progressItem),
  revision: z.number(),
  token_hash: z.string(),
  sign_ups: z.array(z.object({ state_hash: z.string(), browser_hash: z.string(), begun_at: z._default(text, null) })),
  attempts: z._default(z.number(), 0),
});

const sessionRecordOf = (item: Item): SessionRecord => {
  const it = sessionItem.parse(item);
  return {
    session: it.session,
    partnerId: it.partner_id,
    requestId: it.request_id,
    urls: it.urls,
    language: it.language,
    progress: it.progress,
    revision: it.revision,
    tokenHash: it.token_hash,
    signUps: it.sign_ups,
    attempts: it.attempts,
    busyUntil: holdOf(item).dueAt,
  };
};

/** How long an ended session is stored, so that its link still shows the result. */
const kept: Milliseconds = 90 * day;

const expiryOf = (session: ConnectSession): number => seconds(Date.parse(session.expires_at) + kept);

export const sessionClause = (table: Table, record: SessionRecord): Clause => ({
  name: 'the session is unchanged since it was read',
  write: {
    Put: {
      TableName: table.name,
      Item: {
        ...keys.connectSession(record.partnerId, record.session.instance_id, record.session.id),
        session: record.session,
        urls: record.urls,
        language: record.language,
        partner_id: record.partnerId,
        request_id: record.requestId,
        progress: record.progress,
        revision: record.revision,
        token_hash: record.tokenHash,
        sign_ups: record.signUps,
        attempts: record.attempts,
        ttl: expiryOf(record.session),
        ...holdAttributes('connection', record.session.id, { dueAt: record.busyUntil, lease: 'session' }),
      },
      ConditionExpression: record.revision === 1 ? 'attribute_not_exists(pk)' : 'revision = :read',
      ...(record.revision === 1 ? {} : { ExpressionAttributeValues: { ':read': record.revision - 1 } }),
    },
  },
  refuse: contended,
});

/** Writes the record by which the session is found by its URL. */
export const connectTokenClause = (table: Table, record: SessionRecord): Clause => ({
  name: 'the token is new',
  write: {
    Put: {
      TableName: table.name,
      Item: {
        ...keys.connectToken(record.tokenHash),
        partner_id: record.partnerId,
        instance_id: record.session.instance_id,
        session_id: record.session.id,
        ttl: expiryOf(record.session),
      },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  },
});

export const readSession = async (
  table: Table,
  partnerId: string,
  instanceId: string,
  sessionId: string,
): Promise<SessionRecord | null> => {
  const item = await getItem(table, keys.connectSession(partnerId, instanceId, sessionId));
  return item === undefined ? null : sessionRecordOf(item);
};

const tokenItem = z.object({ partner_id: z.string(), instance_id: z.string(), session_id: z.string() });

/** The session of the token in a URL; null when there is none. */
export const findSession = async (table: Table, tokenHash: string): Promise<SessionRecord | null> => {
  const item = await getItem(table, keys.connectToken(tokenHash));
  if (item === undefined) return null;
  const found = tokenItem.parse(item);
  return readSession(table, found.partner_id, found.instance_id, found.session_id);
};

/**
 * Revokes a session that has not ended, nor expired. What it holds is removed by its worker, or by the next one when the session is due.
 * One that waits for the end customer is in no worker's hands: it is due at once.
 */
export const revokeClauses = async (
  table: Table,
  partnerId: string,
  { id, session_id: sessionId }: Pick<Instance, 'id' | 'session_id'>,
  now: Milliseconds,
): Promise<readonly Clause[]> => {
  const record = sessionId === null ? null : await readSession(table, partnerId, id, sessionId);
  const status = record === null ? null : asOf(record.session, now).status;
  if (record === null || (status !== 'open' && status !== 'in_progress')) return [];
  const { session, progress } = record;
  const isWaiting = progress !== null && (progress.asks !== null || awaitedBy(progress) !== null);
  const revoked: SessionRecord = {
    ...record,
    session: { ...session, status: 'revoked' },
    progress: isWaiting ? { ...progress, asks: null } : progress,
    revision: record.revision + 1,
    busyUntil: isWaiting ? now : progress === null ? null : (record.busyUntil ?? now),
  };
  return [sessionClause(table, revoked)];
};
