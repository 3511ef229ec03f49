import { QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { asideShard, type Aside, type DueHint } from '../../domain/due.ts';
import { isoOf, type Milliseconds } from '../../domain/time.ts';
import { dueHintOf } from '../table/due.ts';
import { dueIndex } from '../table/keys.ts';
import type { Item, Table } from '../table/table.ts';

/** The last that is written with four digits of a year, so that it sorts after every other. */
const lastMoment: Milliseconds = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** An event aside, and since when. */
interface AsideEvent {
  readonly hint: DueHint;
  readonly since: Milliseconds;
}

export interface AsidePage {
  readonly events: readonly AsideEvent[];
  /** Where the next page begins; null on the last. */
  readonly next: Item | null;
}

/** Which of them: put aside from a time on, until a time; a page of so many, from where the last one ended. */
export interface AsideRange {
  readonly since?: Milliseconds;
  readonly until?: Milliseconds;
  readonly limit: number;
  readonly start?: Item | null;
}

const asideParams = (
  table: string,
  aside: Aside,
  partnerId: string,
  { since = 0, until = lastMoment, limit, start = null }: AsideRange,
): QueryCommandInput => ({
  TableName: table,
  IndexName: dueIndex,
  KeyConditionExpression: 'due_shard = :aside AND due_at BETWEEN :since AND :until',
  ExpressionAttributeValues: {
    ':aside': asideShard(aside, partnerId),
    ':since': isoOf(since),
    ':until': isoOf(until),
  },
  Limit: limit,
  ...(start !== null && { ExclusiveStartKey: { ...start } }),
});

const timeItem = z.object({ due_at: z.string() });

/**
 * A partner's events aside, the oldest first. The index follows the table by a moment: an event may be gone already,
 * which its claim finds out, or not be there yet.
 */
export const readAside = async (
  table: Table,
  aside: Aside,
  partnerId: string,
  range: AsideRange,
): Promise<AsidePage> => {
  const { Items: items = [], LastEvaluatedKey: next } = await table.client.send(
    new QueryCommand(asideParams(table.name, aside, partnerId, range)),
  );
  return {
    events: items.map((item) => ({ hint: dueHintOf(item), since: Date.parse(timeItem.parse(item).due_at) })),
    next: next ?? null,
  };
};

/** How many of a partner's events are aside, counted up to a number, and since when the oldest is. */
export interface AsideCount {
  readonly count: number;
  /** Whether there are more than were counted. */
  readonly more: boolean;
  readonly oldest: string | null;
}

export const countAside = async (table: Table, aside: Aside, partnerId: string, most: number): Promise<AsideCount> => {
  const { events, next } = await readAside(table, aside, partnerId, { limit: most });
  const [first] = events;
  return { count: events.length, more: next !== null, oldest: first === undefined ? null : isoOf(first.since) };
};
