import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { hourLength, hourOf, startOfHour, type EventRange } from '@swift-worker/time-index/time-grid.ts';
import { batchesOf } from '../../kernel/batches.ts';
import { day, isoOf, seconds, type Milliseconds } from '../../kernel/time.ts';
import { listedLifetime } from '../../domain/webhook/event-window.ts';
import { batchWrite, type BatchWrite } from '../table/batch-write.ts';
import { idChunkPuts } from '../usage/id-chunks.ts';
import { utcDayOf } from '../../domain/usage/utc-day.ts';
import { keys } from '../table/keys.ts';
import { bytesOf, queryAll, queryFew, queryPages, type Query } from '../table/query.ts';
import type { Item, Table } from '../table/table.ts';
import type { EventRow } from './event-row.ts';
import { packRows, unpackRows } from './event-row-codec.ts';

/** Chunks outlive the events that they list by a day. */
const chunkLifetime: Milliseconds = listedLifetime + day;

/** So that a chunk stays far below the 400 KB of an item. */
const mostRows = 4_000;

const hourNameOf = (time: Milliseconds): string => isoOf(time).slice(0, 13);

/** Named by its content, so that the same rows make the same chunk again. */
const nameOf = (body: Uint8Array): string => createHash('sha256').update(body).digest('base64url').slice(0, 12);

const chunkOf = (partnerId: string, hour: number, rows: readonly EventRow[]) => {
  const body = packRows(rows);
  const ttl = seconds(startOfHour(hour + 1) + chunkLifetime);
  return {
    PutRequest: { Item: { ...keys.eventChunk(partnerId, hourNameOf(startOfHour(hour)), nameOf(body)), body, ttl } },
  };
};

/** Of an event that was delivered on a later day than it was created, usage notes the id on the day of the delivery. */
const lateDeliveryPuts = (partnerId: string, rows: readonly EventRow[]): readonly BatchWrite[] => {
  const late = rows.flatMap(({ id, createdAt, firstDelivered: day }) =>
    day === null || day === utcDayOf(createdAt) ? [] : [{ day, id }],
  );
  return Array.from(Map.groupBy(late, ({ day }) => day)).flatMap(([day, own]) =>
    idChunkPuts(
      partnerId,
      day,
      'E',
      own.map(({ id }) => id),
    ),
  );
};

/**
 * Adds states of a partner's events to the list, one chunk for each hour of their creation. Rows may be added again, in any order
 * and grouping. @param rows one of each event at most
 */
export const addToEventJournal = async (table: Table, partnerId: string, rows: readonly EventRow[]): Promise<void> => {
  const hours = Map.groupBy(rows, ({ createdAt }) => hourOf(createdAt));
  const puts = Array.from(hours, ([hour, own]) =>
    batchesOf(
      own.toSorted((left, right) => (left.id < right.id ? -1 : 1)),
      mostRows,
    ).map((some) => chunkOf(partnerId, hour, some)),
  );
  await batchWrite(table, [...puts.flat(), ...lateDeliveryPuts(partnerId, rows)]);
};

const chunkItem = z.object({ body: z.instanceof(Uint8Array) });
const keyItem = z.object({ sk: z.string() });

const hourOfKey = (item: Item): string => keyItem.parse(item).sk.slice(0, 2);

const rowsOf = (items: readonly Item[]): readonly EventRow[] =>
  items.flatMap((item) => unpackRows(chunkItem.parse(item).body));

/** Read eventually consistently: the journal itself is some seconds behind. */
const queryOf = (partnerId: string, { from, to }: EventRange): Query => {
  const first = keys.eventChunk(partnerId, hourNameOf(from), '');
  const last = keys.eventChunk(partnerId, hourNameOf(to), '~');
  return {
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
    ExpressionAttributeValues: { ':pk': first.pk, ':first': first.sk, ':last': last.sk },
    ProjectionExpression: 'sk, body',
  };
};

/** The rows of the hours that a range of one UTC day touches, in no order, and several of an event. */
export const readEventJournal = async (
  table: Table,
  partnerId: string,
  range: EventRange,
): Promise<readonly EventRow[]> => rowsOf(await queryAll(table, queryOf(partnerId, range)));

/** The same, about a megabyte after another. */
export async function* eventJournalPages(
  table: Table,
  partnerId: string,
  range: EventRange,
): AsyncGenerator<readonly EventRow[]> {
  for await (const page of queryPages(table, queryOf(partnerId, range))) yield rowsOf(page);
}

/** The rows of an hour of creation. */
export interface JournalHour {
  /** When the hour begins. */
  readonly start: Milliseconds;
  readonly rows: readonly EventRow[];
  /** Of the chunks, as they are stored. */
  readonly bytes: number;
}

/** The same, hour after hour of the creation, newest first. Only the rows of an hour, and a megabyte, are in memory. */
export async function* eventJournalHours(
  table: Table,
  partnerId: string,
  range: EventRange,
): AsyncGenerator<JournalHour> {
  const midnight = range.to - (range.to % day);
  const hourFrom = (name: string, items: readonly Item[]): JournalHour => ({
    start: midnight + Number(name) * hourLength,
    rows: rowsOf(items),
    bytes: items.reduce((sum, item) => sum + bytesOf(item), 0),
  });
  let [hour, items]: [string, Item[]] = ['', []];
  for await (const page of queryPages(table, { ...queryOf(partnerId, range), ScanIndexForward: false })) {
    for (const item of page) {
      const own = hourOfKey(item);
      if (own !== hour && items.length > 0) yield hourFrom(hour, items);
      if (own !== hour) [hour, items] = [own, []];
      items.push(item);
    }
  }
  if (items.length > 0) yield hourFrom(hour, items);
}

/** The same; null when the rows take more than about so many bytes. */
export const readFewEvents = async (
  table: Table,
  partnerId: string,
  range: EventRange,
  mostBytes: number,
): Promise<readonly EventRow[] | null> => {
  const items = await queryFew(table, queryOf(partnerId, range), mostBytes);
  return items === null ? null : rowsOf(items);
};

/** The parts of a range by UTC day, newest first. */
export const daysOf = (range: EventRange): readonly EventRange[] => {
  const parts: EventRange[] = [];
  for (let to = range.to; to >= range.from;) {
    const start = to - (to % day);
    parts.push({ from: Math.max(range.from, start), to });
    to = start - 1;
  }
  return parts;
};

/** The hour of a time, and the next one. */
export const hoursFrom = (time: Milliseconds): readonly EventRange[] =>
  [time, time + hourLength].map((at) => ({ from: at, to: at }));
