import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { dueAt } from '../../kernel/due.ts';
import { day, seconds, type Milliseconds } from '../../kernel/time.ts';
import { newResend, resendStatuses, type Resend, type ResendRange } from '../../domain/webhook/resend.ts';
import type { Clause } from '../table/commit.ts';
import { keys, type Key } from '../table/keys.ts';
import { creationClause, revisionClause } from '../table/put-clause.ts';
import { getItem, getItems } from '../table/read.ts';
import type { Item, Table } from '../table/table.ts';

/** How long a resend can be read after its end, as long as its events. */
export const resendLifetime: Milliseconds = 30 * day;

/** A resend with the progress of its worker. */
export interface ResendRecord {
  readonly partnerId: string;
  readonly resend: Resend;
  /** The `x-request-id` of the call that began it. */
  readonly requestId: string;
  /** Null when the call named one event. */
  readonly range: ResendRange | null;
  /** Whether what waits is tried at once: the named event, or all when the `total` is 0. */
  readonly retry: boolean;
  /** Whether all events are listed that the index showed. */
  readonly listed: boolean;
  /** Whether those are listed too that ended so shortly before that the index may not have shown them. */
  readonly settled: boolean;
  /** Where the listing continues. */
  readonly cursor: Item | null;
  /** The last event that this pass has left behind; empty at its beginning. */
  readonly position: string;
  /** Consecutive failures. */
  readonly failures: number;
}

const position = z.record(z.string(), z.string());

const resendItem = z.object({
  partner_id: z.string(),
  id: z.string(),
  status: z.enum(resendStatuses),
  total: z.number(),
  done: z.number(),
  started_at: z.string(),
  finished_at: z.nullable(z.string()),
  request_id: z.string(),
  range: z.nullable(z.object({ since: z.string(), until: z.string() })),
  retry: z._default(z.boolean(), false),
  listed: z.boolean(),
  settled: z._default(z.boolean(), true),
  cursor: z.nullable(position),
  position: z.string(),
  failures: z.number(),
});

export const resendRecordOf = (item: Item): ResendRecord => {
  const it = resendItem.parse(item);
  const {
    partner_id: partnerId,
    request_id: requestId,
    id,
    status,
    total,
    done,
    started_at,
    finished_at,
    ...rest
  } = it;
  return { partnerId, requestId, resend: { id, status, total, done, started_at, finished_at }, ...rest };
};

export const readResend = async (table: Table, partnerId: string, id: string): Promise<ResendRecord | null> => {
  const item = await getItem(table, keys.resend(partnerId, id));
  return item === undefined ? null : resendRecordOf(item);
};

/** Stores a new resend. It is due at once, unless it is completed. */
export const resendClause = (table: Table, record: ResendRecord, now: Milliseconds): Clause => {
  const { partnerId, requestId, resend, ...progress } = record;
  return creationClause(table, 'the resend is new', {
    ...keys.resend(partnerId, resend.id),
    partner_id: partnerId,
    request_id: requestId,
    ...resend,
    ...progress,
    ...(resend.status === 'running' ? dueAt('resend', resend.id, now) : { ttl: seconds(now + resendLifetime) }),
  });
};

/** Names a partner's latest resend, so that one runs at a time. */
export interface ResendHead {
  readonly resendId: string | null;
  /** 0 before the first resend. */
  readonly revision: number;
}

const headItem = z.object({ resend_id: z.string(), revision: z.number() });

export const readResendHead = async (table: Table, partnerId: string): Promise<ResendHead> => {
  const item = await getItem(table, keys.resendHead(partnerId));
  if (item === undefined) return { resendId: null, revision: 0 };
  const { resend_id: resendId, revision } = headItem.parse(item);
  return { resendId, revision };
};

/** @param read the revision that was read */
export const resendHeadClause = (table: Table, partnerId: string, resendId: string, read: number): Clause =>
  revisionClause(table, 'no other resend was begun', read, { ...keys.resendHead(partnerId), resend_id: resendId });

/** An event to be sent again. Events sort by customer, and those of a customer by their order. */
export interface ResendRow {
  readonly customerId: string;
  readonly number: number;
}

/** Adds an event to a resend. The row is deleted when the event is done. */
export const resendRowClause = (
  table: Table,
  partnerId: string,
  resendId: string,
  { customerId, number }: ResendRow,
  now: Milliseconds,
): Clause => ({
  name: 'the event is listed',
  write: {
    Put: {
      TableName: table.name,
      Item: { ...keys.resendRow(partnerId, resendId, customerId, number), ttl: seconds(now + 2 * resendLifetime) },
    },
  },
});

/** Begins to try at once what waits. @param row one event; null for all */
export const retryClauses = (
  table: Table,
  partnerId: string,
  { id, requestId }: { readonly id: string; readonly requestId: string },
  row: ResendRow | null,
  now: Milliseconds,
): readonly Clause[] => {
  const listing = { range: null, retry: true, listed: true, settled: true, cursor: null };
  const resend = newResend(id, row === null ? 0 : 1, false, now);
  const record = { partnerId, requestId, resend, ...listing, position: '', failures: 0 };
  return [resendClause(table, record, now), ...(row === null ? [] : [resendRowClause(table, partnerId, id, row, now)])];
};

/** A row with its key. */
export interface StoredRow extends ResendRow {
  readonly key: Key;
}

/** The event that the sort key of a resend's row names. */
export const resendRowOf = (sk: string): { readonly customerId: string; readonly number: number } => {
  const [, customerId = '', number = ''] = sk.split('#');
  return { customerId, number: Number(number) };
};

const keyItem = z.object({ pk: z.string(), sk: z.string() });
const storedRowOf = (item: Item): StoredRow => {
  const { pk, sk } = keyItem.parse(item);
  return { key: { pk, sk }, ...resendRowOf(sk) };
};

interface RowRange {
  /** The sort keys before the first and after the last row. */
  readonly after: string;
  readonly before: string;
  readonly limit: number;
  readonly newestFirst?: boolean;
}

/** Sorts after every row. */
const end = 'E$';

const readRange = async (
  table: Table,
  pk: string,
  { after, before, limit, newestFirst = false }: RowRange,
): Promise<readonly StoredRow[]> => {
  const { Items: items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :after AND :before',
      ExpressionAttributeValues: { ':pk': pk, ':after': after, ':before': before },
      // The bounds may be rows themselves.
      Limit: limit + 2,
      ScanIndexForward: !newestFirst,
      ConsistentRead: true,
    }),
  );
  return items
    .map(storedRowOf)
    .filter(({ key }) => key.sk !== after && key.sk !== before)
    .slice(0, limit);
};

/** Those of some events that a resend has not listed yet. */
export const notListed = async (
  table: Table,
  { partnerId, resend }: ResendRecord,
  rows: readonly ResendRow[],
): Promise<readonly ResendRow[]> => {
  const listed = await getItems(
    table,
    rows.map(({ customerId, number }) => keys.resendRow(partnerId, resend.id, customerId, number)),
  );
  return rows.filter((_, index) => listed[index] === undefined);
};

/** The next rows after a position. */
export const readRows = (
  table: Table,
  { partnerId, resend, position: after }: ResendRecord,
  limit: number,
): Promise<readonly StoredRow[]> =>
  readRange(table, keys.resendRow(partnerId, resend.id, '', 0).pk, {
    after: after === '' ? 'E#' : after,
    before: end,
    limit,
  });

/** The number of the last event before a row that is left of its customer; null when there is none. */
export const readLeftBefore = async (table: Table, { key, customerId }: StoredRow): Promise<number | null> => {
  const range = { after: `E#${customerId}#`, before: key.sk, limit: 1, newestFirst: true };
  const [row] = await readRange(table, key.pk, range);
  return row?.number ?? null;
};
