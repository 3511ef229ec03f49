import * as z from 'zod/mini';
import {
  connectSteps,
  sessionModes,
  sessionStatuses,
  type ConnectProgress,
  type ConnectSession,
  type ReturnUrls,
} from '../../domain/connect-session.ts';
import { seconds, type Milliseconds } from '../../domain/time.ts';
import { contended, type Clause } from '../table/commit.ts';
import { keys } from '../table/keys.ts';
import { getItem } from '../table/read.ts';
import type { Item, Table } from '../table/table.ts';
import { holdAttributes, holdOf } from '../table/work.ts';

/** A sign-up at the platform that a browser has begun. It holds hashes only. */
export interface SignUp {
  readonly state_hash: string;
  readonly browser_hash: string;
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
  readonly progress: ConnectProgress | null;
  /** The end of the lease while a worker makes the connection; null otherwise. */
  readonly busyUntil: Milliseconds | null;
}

const text = z.nullable(z.string());

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
  progress: z.nullable(
    z.object({
      step: z.enum(connectSteps),
      sealed_token: z.string(),
      token_expires_at: text,
      waba_id: text,
      phone_number_id: text,
      attempts: z.number(),
    }),
  ),
  revision: z.number(),
  token_hash: z.string(),
  sign_ups: z.array(z.object({ state_hash: z.string(), browser_hash: z.string() })),
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
    busyUntil: holdOf(item).dueAt,
  };
};

/** How long an ended session is stored, so that its link still shows the result. */
const kept: Milliseconds = 90 * 24 * 3_600_000;

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
